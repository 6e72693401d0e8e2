/// Something that is measured.
protocol Benchmark: SendableMetatype {
  /// Its name on the command line.
  static var name: String { get }
  /// What it measures, in a few words, while it does.
  static var about: String { get }
  /// Measures.
  ///
  /// - Throws: why there are no figures.
  static func run(_ run: Run) throws(BenchmarkError) -> [Finding]
}
