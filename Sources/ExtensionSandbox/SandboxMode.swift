/// Whether extensions are kept apart from the rest of the machine.
package enum SandboxMode: String, CaseIterable, Hashable, Sendable {
  /// As far as the kernel can.
  case auto
  /// Not at all, for whoever looks for a mistake in an extension.
  case none
}
