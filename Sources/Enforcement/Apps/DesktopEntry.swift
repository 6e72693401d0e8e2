/// What a `.desktop` file says about an application.
///
/// Only the group `[Desktop Entry]` counts, of it only what the enforcement needs. A damaged line
/// costs that line, not the file: an app that can't be read would be an app that isn't blocked.
package struct DesktopEntry: Hashable, Sendable {
  /// The name in the file's own language.
  package var name: String?
  /// The command line, unescaped but still quoted.
  package var exec: String?
  /// The program that has to exist for the entry to count.
  package var tryExec: String?
  /// The categories of the menu specification.
  package var categories: [String] = []
  /// Whether it is an application at all, not a link or a folder.
  package var isApplication = false
  /// Whether menus leave it out.
  package var noDisplay = false
  /// Whether it counts as deleted.
  package var hidden = false
  /// Its id as a Flatpak, where the file says so.
  package var flatpak: String?
  /// Its name as a snap, where the file says so.
  package var snap: String?

  /// Reads a file's text.
  package init(parsing text: some StringProtocol) {
    var inEntry = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(line)
      if line.hasPrefix("[") {
        inEntry = line == "[Desktop Entry]"
      } else if inEntry, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        take(
          key: Self.trimmed(line[..<equals]),
          value: Self.trimmed(line[line.index(after: equals)...])
        )
      }
    }
  }

  private mutating func take(key: String, value: String) {
    switch key {
    case "Type": isApplication = value == "Application"
    case "Name": name = Self.unescaped(value)
    case "Exec": exec = Self.unescaped(value)
    case "TryExec": tryExec = Self.unescaped(value)
    case "Categories":
      categories = value.split(separator: ";").map { Self.trimmed($0) }.filter { !$0.isEmpty }
    case "NoDisplay": noDisplay = value == "true"
    case "Hidden": hidden = value == "true"
    case "X-Flatpak": flatpak = value
    case "X-SnapInstanceName": snap = value
    default: break
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let space: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
    var rest = text[...]
    while let first = rest.first, space(first) { rest.removeFirst() }
    while let last = rest.last, space(last) { rest.removeLast() }
    return String(rest)
  }

  /// Undoes the escapes that every value of the file may have, before any quoting counts.
  private static func unescaped(_ value: String) -> String {
    guard value.contains("\\") else { return value }
    var result = ""
    var escaping = false
    for character in value {
      if escaping {
        escaping = false
        switch character {
        case "s": result.append(" ")
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "\\": result.append("\\")
        default: result.append(contentsOf: ["\\", character])
        }
      } else if character == "\\" {
        escaping = true
      } else {
        result.append(character)
      }
    }
    if escaping { result.append("\\") }
    return result
  }
}
