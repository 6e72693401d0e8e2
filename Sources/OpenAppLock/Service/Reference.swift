import Bus
import OpenAppLockProtocol

/// Finds what somebody means by a name, an id or a unique beginning of an id.
enum Reference {
  /// Finds the one thing that `text` names.
  ///
  /// A whole name comes first, then a whole id, then the beginning of an id.
  ///
  /// - Throws: `notFound`, or `ambiguous` with the names that come into question.
  static func find<Thing>(
    _ text: String, among things: [Thing], kind: String,
    name: (Thing) -> String, id: (Thing) -> String
  ) throws(BusError) -> Thing {
    if let named = things.first(where: { name($0) == text }) { return named }
    let wanted = text.lowercased()
    let matches = wanted.isEmpty ? [] : things.filter { id($0).hasPrefix(wanted) }
    if let only = matches.first, matches.count == 1 { return only }
    guard matches.isEmpty else {
      throw BusError(
        .ambiguous, "\(matches.count) \(kind)s have ids that begin with \"\(wanted)\"",
        hint: "one of: "
          + matches.map { "\(id($0)) (\(name($0)))" }.sorted().joined(separator: ", "))
    }
    throw BusError(
      .notFound, "there is no \(kind) \"\(excerpt(text))\"",
      hint: "\(kind == "rule" ? "openapplock rule ls" : "openapplock list ls") shows what there is")
  }

  /// As much of a text as an error message shows, on one line.
  static func excerpt(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { scalar in
      scalar.properties.generalCategory == .control ? "?" : String(scalar)
    }
    return shown.joined() + (text.unicodeScalars.count > 60 ? "…" : "")
  }
}
