import Bus
import ScreenTimeClient

/// An extension that is an object of this process, through all its lives.
final class LivingExtension {
  let identifier: String
  private let make: () -> ExtensionPrincipal
  private(set) var principal: ExtensionPrincipal
  private var leave: (() -> Void)?

  init(_ first: ExtensionPrincipal, _ make: @escaping () -> ExtensionPrincipal) {
    principal = first
    self.make = make
    identifier = type(of: first).extensionIdentifier
  }

  /// Attaches it; an earlier attachment is broken off.
  func attach(_ connect: (ExtensionPrincipal) throws(BusError) -> () -> Void) throws(BusError) {
    detach()
    leave = try connect(principal)
  }

  /// Breaks off its conversation with the service.
  func detach() {
    leave?()
    leave = nil
  }

  /// Begins another life, with nothing of the one before but what is on disk.
  func beginAnew() {
    detach()
    principal = make()
  }
}
