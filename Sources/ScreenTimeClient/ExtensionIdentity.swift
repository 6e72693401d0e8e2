package import ScreenTimeModel
import ScreenTimeProtocol

/// Who an extension is: what its manifest and its hello say.
package struct ExtensionIdentity: Hashable, Sendable {
  /// A reverse-domain name, unique on the machine.
  package let identifier: String
  /// What it takes.
  package let extensionPoint: ExtensionPoint
  /// The app group that it belongs to.
  package let appGroup: String

  /// Makes an identity.
  package init(identifier: String, extensionPoint: ExtensionPoint, appGroup: String) {
    self.identifier = identifier
    self.extensionPoint = extensionPoint
    self.appGroup = appGroup
  }

  /// Takes an identity from a class; `nil` when the class doesn't say who it is.
  package init?<Handler: ExtensionHandler>(of handler: Handler.Type) {
    self.init(
      identifier: handler.extensionIdentifier, extensionPoint: handler.extensionPoint,
      appGroup: handler.appGroup)
    guard !identifier.isEmpty, !appGroup.isEmpty else { return nil }
  }

  /// What its hello to the service says.
  package var attributes: [String: String] {
    let versions = ExtensionPointVersions.spoken(at: extensionPoint)
    return [
      "extension": identifier, "extensionPoint": extensionPoint.rawValue, "appGroup": appGroup,
    ].merging(versions.attributes) { $1 }
  }

  /// Its manifest, when it is the program at `executable`.
  package func manifest(executable: String) -> ExtensionManifest {
    ExtensionManifest(
      identifier: identifier, extensionPoint: extensionPoint, appGroup: appGroup,
      executable: executable)
  }
}
