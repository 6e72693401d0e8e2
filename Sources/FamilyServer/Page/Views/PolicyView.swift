import HTTPServer

/// The family's policy, to be read and changed.
struct PolicyView {
  /// Whose it is.
  let context: PageContext
  /// The form.
  let form: PolicyFormState
  /// Whether the zone stays as it is.
  let isZoneLocked: Bool

  /// The answer that shows it.
  func answer(_ status: Int = 200) -> HTTPResponse {
    let view = PolicyFormView(
      form: form, action: "/policy", inherited: form.draft.started, childName: nil,
      isZoneLocked: isZoneLocked)
    return PageFrame(context: context, title: "Policy", place: .policy).answer(
      status: status,
      """
      <h1>The family's policy</h1>
      <p class="lead">It holds for every child, but for what a child has of its own. Saving ends \
      challenges that are being answered; a machine takes the change over the next time it asks the \
      server.</p>
      <section class="card">\(view.html)</section>
      """)
  }
}
