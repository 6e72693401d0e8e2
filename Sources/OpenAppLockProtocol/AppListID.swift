/// Names an app list for as long as it lives: a UUID in lower case.
package struct AppListID: Hashable, Comparable, Sendable, RawRepresentable {
  /// The id as text.
  package let rawValue: String

  /// Takes the text of an id.
  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static func < (left: AppListID, right: AppListID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The bare text.
extension AppListID: Codable {}

extension AppListID: CustomStringConvertible {
  /// The text.
  package var description: String { rawValue }
}
