import HTTPServer
import WebOrigin

/// A pairing code: large, as a picture, and as the command that uses it.
struct PairingCodeView {
  /// Whose it is.
  let context: PageContext
  /// The family.
  let family: Family
  /// The child whose machine is to be paired.
  let summary: ChildSummary
  /// The code.
  let code: IssuedCode

  /// The answer that shows it.
  func answer() -> HTTPResponse {
    let child = summary.child
    let parts = CodeParts(issued: code, context: context)
    let path = "/children/\(child.id.text)"
    return PageFrame(context: context, title: "Pair a machine").answer(
      """
      <p class="way-back"><a href="\(path)">Back to <bdi>\(child.name)</bdi></a></p>
      <h1>Pair a machine for <bdi>\(child.name)</bdi></h1>
      <section class="card pairing" aria-labelledby="code-title">
      <h2 id="code-title">The code</h2>
      \(parts.code)
      \(parts.countdown)
      <h3>On the child's machine</h3>
      \(command.html)
      \(HTML.only(if: command.isPossible, scan))
      <form method="post" action="\(path)/pairing-code">
      <p class="actions"><a class="button main" href="\(path)">Done</a>
      <button>Make another code</button></p></form>
      </section>
      <section class="card" aria-labelledby="machines">
      <h2 id="machines">Machines</h2>
      <p class="hint">A machine that is paired appears here.</p>
      <div id="live-devices" data-live="\(path)" data-every="4">\
      \(DeviceList(summary: summary, context: context, hasActions: false).html)</div>
      </section>
      """)
  }

  private var command: PairingCommand {
    PairingCommand(code.code.text, in: context, lead: "As its administrator, type this:")
  }

  private var scan: HTML {
    """
    <div class="scan">\(picture)
    <p>Or scan this with a telephone, to have the command there and read it off while you type. \
    The code is not sent anywhere by that.</p></div>
    """
  }

  private var picture: HTML {
    let address = "\(context.origin.text)\(PairingPages.helpPath)#\(code.code.text)"
    return QRCode(address)?.picture("A QR code with the address of the pairing page and the code")
      ?? .none
  }
}
