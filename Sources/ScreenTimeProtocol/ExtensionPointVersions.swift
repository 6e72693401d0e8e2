package import ScreenTimeModel

/// Which versions of an extension point's callbacks one side knows; it goes along in an extension's
/// hello.
///
/// They count apart from the protocol's: a new callback, or a new meaning of one, concerns the extensions
/// of its point and nobody else.
package struct ExtensionPointVersions: Hashable, Sendable {
  /// The oldest version.
  package let oldest: Int
  /// The newest version.
  package let newest: Int

  private static let oldestName = "pointOldest"
  private static let newestName = "pointNewest"

  private init(oldest: Int, newest: Int) {
    self.oldest = oldest
    self.newest = newest
  }

  /// The versions that this side knows of a point.
  package static func spoken(at point: ExtensionPoint) -> ExtensionPointVersions {
    switch point {
    case .monitor, .shieldConfiguration, .shieldAction: ExtensionPointVersions(oldest: 1, newest: 1)
    }
  }

  /// Reads the attributes of a hello; one that says nothing knows version 1.
  ///
  /// `nil` when what they say is not two numbers, the lower one first.
  package init?(attributes: [String: String]) {
    guard let oldest = Self.number(attributes[Self.oldestName]),
      let newest = Self.number(attributes[Self.newestName]), oldest <= newest
    else { return nil }
    self.init(oldest: oldest, newest: newest)
  }

  /// What a hello says of them.
  package var attributes: [String: String] {
    [Self.oldestName: String(oldest), Self.newestName: String(newest)]
  }

  /// Whether there is a version that both sides know.
  package func overlap(_ other: ExtensionPointVersions) -> Bool {
    oldest <= other.newest && other.oldest <= newest
  }

  private static func number(_ text: String?) -> Int? {
    guard let text else { return 1 }
    return Int(text)
  }
}

extension ExtensionPointVersions: CustomStringConvertible {
  /// `1`, or `1 to 3`.
  package var description: String { oldest == newest ? "\(oldest)" : "\(oldest) to \(newest)" }
}
