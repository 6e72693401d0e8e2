/// What somebody wants to do with a rule.
package enum RuleEdit: String, Hashable, Sendable, CaseIterable {
  /// Change its options, name, days, list or mode.
  case edit
  /// Switch it on.
  case enable
  /// Switch it off.
  case disable
  /// Delete it.
  case delete
  /// Unblock it softly.
  case unblock
}

/// What somebody wants to do with what all rules share.
package enum SharedEdit: String, Hashable, Sendable, CaseIterable {
  /// Change what a list holds or is called.
  case editList
  /// Delete a list.
  case deleteList
  /// Switch uninstall protection off.
  case endUninstallProtection
}
