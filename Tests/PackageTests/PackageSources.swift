/// The Swift files of all targets, read once for all tests.
enum PackageSources {
  private static let files = Result {
    let graph = try PackageGraph.described.get()
    return try Dictionary(
      uniqueKeysWithValues: graph.targets.map { target in
        let sources = target.sources.filter { $0.hasSuffix(".swift") }
        return (target.name, try sources.map { try SourceFile(target.path + "/" + $0) })
      })
  }

  /// A target's files.
  static func files(of target: PackageGraph.Target) throws -> [SourceFile] {
    try files.get()[target.name] ?? []
  }
}
