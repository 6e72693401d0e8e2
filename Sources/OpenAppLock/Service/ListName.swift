import Bus
import OpenAppLockRules

/// What a list may be called: what a rule may be called, but never nothing.
enum ListName {
  /// Accepts a name and takes the blanks from its ends; see ``RuleName/checked(_:for:)``.
  ///
  /// - Throws: `invalid`, saying what is wrong with it.
  static func checked(_ text: String, among lists: [AppList], except own: AppList? = nil)
    throws(BusError) -> String
  {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw BusError(.invalid, "a list's name is empty", hint: "give it a name to call it by")
    }
    let name: String
    do {
      // The kind matters to blank names only.
      name = try RuleName.checked(text, for: .schedule)
    } catch {
      throw BusError(.invalid, "a list can't be called that: \(error.message)", hint: error.hint)
    }
    guard !lists.contains(where: { $0.name == name && $0.id != own?.id }) else {
      throw BusError(
        .invalid, "there is a list \"\(name)\" already",
        hint: "lists are told apart by their names; give this one another")
    }
    return name
  }
}
