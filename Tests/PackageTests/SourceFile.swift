import Foundation

/// A Swift file of the package, without its comments.
struct SourceFile: Sendable {
  let path: String
  /// The lines, with comments taken out; strings are kept.
  let lines: [Substring]
  /// The modules that the file imports.
  let imports: [String]

  /// Reads a file by its path below the package.
  init(_ path: String) throws {
    let file = PackageGraph.root.appending(path: path)
    self.init(path: path, text: String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.code)
    imports = lines.compactMap(Self.importedModule)
  }

  private static func code(_ line: Substring) -> Substring {
    let bytes = line.utf8
    let comment = bytes.indices.first { index in
      bytes[index...].starts(with: "//".utf8)
    }
    return comment.map { line[..<$0] } ?? line
  }

  /// The module of an import line, whatever stands before and after the word.
  private static func importedModule(_ line: Substring) -> String? {
    guard line.utf8.count > 7, line.contains("import ") else { return nil }
    var words = line.split(separator: " ")[...]
    let before: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    words = words.drop { $0.hasPrefix("@") || before.contains($0) }
    guard words.popFirst() == "import", var module = words.popFirst() else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "func", "protocol", "var", "let"]
    if kinds.contains(module), let name = words.popFirst() { module = name }
    return module.split(separator: ".").first.map(String.init)
  }
}
