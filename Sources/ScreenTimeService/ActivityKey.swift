package import ScreenTimeModel

/// An activity's full name: the app group that monitors it and its name there.
package struct ActivityKey: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  /// The app group.
  package let group: String
  /// The name within the group.
  package let name: DeviceActivityName

  /// Makes a full name.
  package init(group: String, name: DeviceActivityName) {
    self.group = group
    self.name = name
  }

  /// The group and the name, joined by a slash.
  package var description: String { "\(group)/\(name.rawValue)" }

  package static func < (left: ActivityKey, right: ActivityKey) -> Bool {
    (left.group, left.name) < (right.group, right.name)
  }
}
