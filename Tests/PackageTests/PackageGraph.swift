import Foundation
import TestSupport

/// The package as SwiftPM understands it.
struct PackageGraph: Sendable {
  /// A target, with what it names as its dependencies.
  struct Target: Decodable, Sendable {
    let name: String
    let type: String
    let path: String
    let sources: [String]
    let dependencies: [String]

    enum CodingKeys: String, CodingKey {
      case name, type, path, sources
      case dependencies = "target_dependencies"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      type = try container.decode(String.self, forKey: .type)
      path = try container.decode(String.self, forKey: .path)
      sources = try container.decode([String].self, forKey: .sources)
      dependencies = try container.decodeIfPresent([String].self, forKey: .dependencies) ?? []
    }

    var isTest: Bool { type == "test" }
    var isProgram: Bool { type == "executable" }
    /// Whether it is there for tests and benchmarks only.
    var isForTests: Bool { path.hasPrefix("Tests/") }
  }

  private struct Description: Decodable {
    let targets: [Target]
  }

  /// The folder of `Package.swift`.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Asked once for all tests.
  static let described = Result { try PackageGraph() }

  let targets: [Target]
  private let byName: [String: Target]

  /// Asks SwiftPM, in a build folder of its own: the one of this test run is locked.
  private init() throws {
    let scratch = try Scratch("describe")
    defer { scratch.cleanUp() }
    let result = try runToEnd(
      "/usr/bin/env",
      [
        "swift", "package", "--package-path", Self.root.path, "--scratch-path",
        scratch.file("build"), "describe", "--type", "json",
      ], within: .seconds(120))
    guard result.status == 0 else { throw GraphError(description: result.err) }
    targets = try JSONDecoder().decode(Description.self, from: Data(result.out.utf8)).targets
    byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
  }

  func target(_ name: String) -> Target? { byName[name] }

  /// Everything that a target is made of, itself left out.
  func reach(of name: String) -> Set<String> {
    var found: Set<String> = []
    var open = byName[name]?.dependencies ?? []
    while let next = open.popLast() {
      if found.insert(next).inserted { open += byName[next]?.dependencies ?? [] }
    }
    return found
  }
}

/// What SwiftPM said instead of a description.
struct GraphError: Error, CustomStringConvertible {
  let description: String
}
