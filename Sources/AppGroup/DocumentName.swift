/// A document of the group: its name, the version of its content's shape, and how great it may be.
package struct DocumentName<Content: Codable & Sendable>: Sendable {
  /// The name; the file is `<name>.json`.
  package let name: String
  /// The version of the content's shape that this program writes, 1 or more.
  package let schemaVersion: Int
  /// How many bytes the file may have.
  package let sizeLimit: Int
  /// The file.
  let file: String

  /// Names a document.
  ///
  /// Names are fixed in the program: lower-case letters, digits and hyphens.
  package init(_ name: String, schemaVersion: Int = 1, sizeLimit: Int = 1 << 20) {
    precondition(schemaVersion >= 1, "schema versions count from 1")
    precondition(
      !name.isEmpty
        && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) },
      "a document's name has lower-case letters, digits and hyphens")
    self.name = name
    self.schemaVersion = schemaVersion
    self.sizeLimit = sizeLimit
    file = name + ".json"
  }

  /// The version before it.
  var previousFile: String { name + ".previous.json" }
  /// The next version, until it is whole.
  var newFile: String { "." + name + ".new" }
  /// The second name of the present version, until it takes the place of the one before.
  var keptFile: String { "." + name + ".kept" }

  /// Where a damaged version is kept; the first of these names that is free.
  func damagedFile(_ number: Int) -> String { "\(name).damaged-\(number).json" }
}
