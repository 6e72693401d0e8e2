import HTTPServer

/// Asks whether a device's access is to be taken away.
struct RevokeView {
  /// Whose it is.
  let context: PageContext
  /// The device.
  let device: Device
  /// The device's child.
  let child: Child

  /// The answer that shows it.
  func answer() -> HTTPResponse {
    PageFrame(context: context, title: "Revoke a machine").answer(
      """
      <section class="card narrow" id="question">
      <h1 id="question-title">Revoke <bdi>\(device.name)</bdi>?</h1>
      <p>It is let in by this server no more, from now on: it gets no changes, and nothing can be earned \
      on it.</p>
      <p>It goes on enforcing the rules that it has for <bdi>\(child.name)</bdi>. To use it again, pair \
      it anew with <code>family-device replace</code>.</p>
      <form method="post" action="/devices/\(device.id.text)/revoke">
      <p class="actions"><button class="danger">Revoke it</button>
      <a class="button" href="/children/\(child.id.text)" data-close>Keep it</a></p>
      </form>
      </section>
      """)
  }
}
