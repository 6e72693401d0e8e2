/// Whether extensions that the service starts are kept apart, and what they can do where not.
package struct SandboxReport: Hashable, Sendable {
  /// What the sandbox is called where the means of enforcement are listed.
  package static let name = "extension sandbox"

  /// Whether nothing is missing.
  package let works: Bool
  /// What extensions can do that they should not, a sentence each.
  package let gaps: [String]
  /// What would close the gaps.
  package let hint: String?

  /// Describes the sandbox of a service, or what it would be.
  package init(_ mode: SandboxMode, on support: SandboxSupport = .ofThisKernel()) {
    switch mode {
    case .auto:
      gaps = support.gaps
      hint = support.hint
    case .none:
      gaps = ["extensions can do all that their account can: they are started without a sandbox"]
      hint = "start screentimed without --sandbox none"
    }
    works = gaps.isEmpty
  }
}
