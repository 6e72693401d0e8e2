package import ScreenTimeModel

/// What somebody wants to become of an app list: a name, what comes in and what goes out.
package struct ListInput: Codable, Sendable, Hashable {
  /// The name; `nil` leaves it.
  package var name: String?
  /// What comes in.
  package var adding: FamilyActivitySelection
  /// What goes out; what isn't in the list is an error.
  package var removing: FamilyActivitySelection

  /// Makes an input that changes nothing, unless told otherwise.
  package init(
    name: String? = nil,
    adding: FamilyActivitySelection = FamilyActivitySelection(),
    removing: FamilyActivitySelection = FamilyActivitySelection()
  ) {
    self.name = name
    self.adding = adding
    self.removing = removing
  }

  /// Whether nothing at all is said.
  package var isEmpty: Bool { self == ListInput() }
}
