import Testing

@Suite("The package's sources")
struct SourceTests {
  private let graph: PackageGraph

  init() throws {
    graph = try PackageGraph.described.get()
  }

  /// Modules of the toolchain that shipped code may import.
  private static let toolchain: Set = ["FoundationEssentials", "Glibc", "Synchronization"]

  /// What shipped code never says, and what it says instead.
  private static let banned: [(text: String, instead: String)] = [
    ("Date()", "take now from the message that is handled, or from the service's clock"),
    ("Task.sleep", "wait in the event loop"),
    ("DispatchQueue", "wait in the event loop"),
    ("try!", "handle the error, or say with preconditionFailure why there is none"),
    ("fatalError(", "say with preconditionFailure why this cannot be"),
    ("@unchecked Sendable", "make the type Sendable by its parts"),
  ]

  @Test("shipped code doesn't read the clock, block a thread or trap on an error")
  func bannedWords() throws {
    for file in try shippedFiles() {
      for (number, line) in file.lines.enumerated() {
        for (text, instead) in Self.banned where line.contains(text) {
          Issue.record("\(file.path):\(number + 1) has \(text): \(instead)")
        }
      }
    }
  }

  @Test("shipped code imports Foundation's essentials only, and nothing else from outside")
  func outside() throws {
    let own = Set(graph.targets.map(\.name))
    for file in try shippedFiles() {
      for module in file.imports where !own.contains(module) {
        #expect(Self.toolchain.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test("every module that a file imports is a declared dependency of its target")
  func declared() throws {
    let own = Set(graph.targets.map(\.name))
    for target in graph.targets {
      for file in try PackageSources.files(of: target) {
        for module in file.imports where own.contains(module) {
          #expect(
            target.dependencies.contains(module),
            "\(file.path) imports \(module), which \(target.name) doesn't name in Package.swift")
        }
      }
    }
  }

  @Test("of the pure targets only the zone reader touches the system")
  func pure() throws {
    let readers: Set = ["Sources/CivilTime/SmallFile.swift", "Sources/CivilTime/Zone+System.swift"]
    for target in graph.targets where Layers.pure.contains(target.name) {
      for file in try PackageSources.files(of: target) where !readers.contains(file.path) {
        #expect(!file.imports.contains("Glibc"), "\(file.path) imports Glibc")
      }
    }
  }

  @Test(
    "an import is found in every spelling, and none in a comment",
    arguments: [
      ("import Bus", "Bus"), ("  package import Bus", "Bus"), ("@testable import Bus", "Bus"),
      ("@_exported public import Bus", "Bus"), ("import struct Bus.Peer", "Bus"),
      ("// import Bus", nil), ("let important = Bus", nil), ("import Bus // why", "Bus"),
    ] as [(String, String?)])
  func imports(line: String, module: String?) {
    #expect(SourceFile(path: "x", text: line).imports == (module.map { [$0] } ?? []))
  }

  private func shippedFiles() throws -> [SourceFile] {
    try graph.targets.filter { !$0.isForTests }.flatMap { try PackageSources.files(of: $0) }
  }
}
