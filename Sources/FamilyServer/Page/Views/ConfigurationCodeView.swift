import HTTPServer

/// A code with which the apps of one device can be chosen once.
struct ConfigurationCodeView {
  /// Whose it is.
  let context: PageContext
  /// The device.
  let device: Device
  /// The device's child.
  let child: Child
  /// The code.
  let code: IssuedCode

  /// The answer that shows it.
  func answer() -> HTTPResponse {
    let parts = CodeParts(issued: code, context: context)
    let path = "/children/\(child.id.text)"
    return PageFrame(context: context, title: "Choose the apps").answer(
      """
      <p class="way-back"><a href="\(path)">Back to <bdi>\(child.name)</bdi></a></p>
      <h1>Choose the apps on <bdi>\(device.name)</bdi></h1>
      <section class="card" aria-labelledby="code-title">
      <h2 id="code-title">The code</h2>
      <p>With this code the apps that the policy is about can be chosen on this machine, once. Those \
      that are named replace the ones before.</p>
      \(parts.code)
      \(parts.countdown)
      <h3>On the machine</h3>
      <p>As its administrator, name each app by its desktop id or its program's path:</p>
      \(CodeParts.command(
        ["family-device select", "--code=\(code.code.text)", "--app org.gnome.Chess"]))
      <form method="post" action="/devices/\(device.id.text)/configuration-code">
      <p class="actions"><a class="button main" href="\(path)">Done</a>
      <button>Make another code</button></p></form>
      </section>
      """)
  }
}
