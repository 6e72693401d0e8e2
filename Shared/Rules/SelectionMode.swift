/// How a schedule rule reads its list.
package enum SelectionMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// The list is blocked.
  case block
  /// Everything is blocked but the list's applications.
  case allowOnly
}
