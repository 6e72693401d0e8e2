package import Bus
package import ScreenTimeModel

/// An extension as the code that serves it sees it: one kind of callback, and what to do for it.
package protocol ExtensionHandler: ExtensionPrincipal {
  /// The callback that the service sends to extensions of this kind.
  associatedtype Call: ExtensionCallback

  /// What kind of extension it is.
  static var extensionPoint: ExtensionPoint { get }

  /// Does what a callback asks for; the context and the current session are set.
  ///
  /// - Throws: what the service is to be told; it delivers the callback again where that is safe.
  func respond(to call: Call) throws(BusError) -> Call.Reply
}
