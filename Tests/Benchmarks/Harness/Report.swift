import FoundationEssentials

/// Everything that a run found.
struct Report: Encodable {
  /// A benchmark without figures, and why.
  struct Absence: Encodable {
    /// The benchmark.
    let benchmark: String
    /// Why it has no figures.
    let reason: String
    /// Whether that is a fault, not just a lack of something.
    let isFault: Bool
  }

  /// Where the figures come from.
  let machine: Machine
  /// Whether it was the short form.
  let isQuick: Bool
  /// The lines of the table.
  private(set) var findings: [Finding] = []
  /// What has no figures.
  private(set) var absences: [Absence] = []

  /// Begins a report.
  init(machine: Machine, isQuick: Bool) {
    self.machine = machine
    self.isQuick = isQuick
  }

  /// Whether something failed that should work; a missed goal is no failure.
  var hasFaults: Bool { absences.contains { $0.isFault } }

  /// Takes in what a benchmark found.
  mutating func add(_ found: [Finding]) {
    findings += found
  }

  /// Takes in why a benchmark found nothing.
  mutating func add(_ error: BenchmarkError, of benchmark: String) {
    let isFault =
      switch error {
      case .failed: true
      case .skipped, .interrupted: false
      }
    absences.append(Absence(benchmark: benchmark, reason: error.description, isFault: isFault))
  }

  /// The report for people.
  var text: String {
    let machineLines = """
      kernel \(machine.kernel) · \(machine.processor) · \(machine.cores) cores · \
      scratch on \(machine.fileSystem) · \(machine.isRoot ? "root" : "not root") · \
      load before \(machine.loadBefore.text(digits: 2))
      """
    let rows = findings.map(Report.row)
    let missing = absences.map {
      "\($0.isFault ? "failed" : "skipped") \($0.benchmark): \($0.reason)"
    }
    return ([machineLines, ""] + Report.table(rows) + [""] + missing).joined(separator: "\n")
      + (missing.isEmpty ? "" : "\n")
  }

  /// The report for programs.
  ///
  /// - Throws: what the encoder finds wrong.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  private static let titles = [
    "", "ours p50", "p99", "reference p50", "p99", "ratio", "95 %", "memory", "goal", "",
  ]

  private static func row(_ finding: Finding) -> [String] {
    let verdict =
      switch finding.isMet {
      case true?: "met"
      case false?: "missed"
      case nil: ""
      }
    return [
      finding.name, finding.ours?.p50.spanText ?? rate(finding.rates?.ours),
      finding.ours?.p99.spanText ?? "",
      finding.reference?.p50.spanText ?? rate(finding.rates?.reference),
      finding.reference?.p99.spanText ?? "",
      finding.ratio?.value.text(digits: 2) ?? "",
      finding.ratio.flatMap { $0.pairs > 1 ? $0 : nil }.map {
        "\($0.low.text(digits: 2))–\($0.high.text(digits: 2))"
      } ?? "",
      finding.peakKiB.map { (Double($0) / 1024).text(digits: 1) + " MB" } ?? "",
      finding.goal.description, verdict,
    ]
  }

  private static func rate(_ perSecond: Double?) -> String {
    perSecond.map { $0.text(digits: 0) + "/s" } ?? ""
  }

  private static func table(_ rows: [[String]]) -> [String] {
    let all = [titles] + rows
    let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let gap = String(repeating: " ", count: cell.1 - cell.0.count)
        let isText = column == 0 || column == titles.count - 1
        return isText ? cell.0 + gap : gap + cell.0
      }.joined(separator: "  ").trimmingTrailingSpaces
    }
  }
}

extension String {
  /// The text without the spaces at its end.
  fileprivate var trimmingTrailingSpaces: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
