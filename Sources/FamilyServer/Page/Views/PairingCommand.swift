import WebOrigin

/// The command that pairs a machine, or why no machine pairs over the page's address.
struct PairingCommand {
  /// Whose page it is.
  let context: PageContext
  /// The code, or what stands for it.
  let code: String
  /// The sentence before the command.
  let lead: HTML

  /// Makes the command.
  init(_ code: String, in context: PageContext, lead: HTML) {
    self.code = code
    self.context = context
    self.lead = lead
  }

  /// Whether a machine takes the page's origin for a server's.
  var isPossible: Bool { context.origin.keepsSecrets }

  /// The command, or the reason.
  var html: HTML {
    guard isPossible else {
      return """
        <p class="notice attention">Machines won't pair over this address: <code>\(context.origin.text)</code> \
        is not encrypted, so anybody between could read along. Whoever runs the server can give it a \
        certificate, and an address with <code>https://</code>.</p>
        """
    }
    return """
      <p>\(lead)</p>
      \(CodeParts.command(parts))
      \(HTML.only(if: context.origin.isEncrypted, Self.certificate))
      """
  }

  private var parts: [String] {
    // A code may begin with a dash; in one word with the option's name it can't be taken for another one.
    ["family-device pair", "--server \(context.origin.text)", "--code=\(code)"]
  }

  private static let certificate: HTML = """
    <p class="hint">If the server has a certificate of one's own making, copy that to the machine and add \
    <code>--ca FILE</code>, with the copy's path.</p>
    """
}
