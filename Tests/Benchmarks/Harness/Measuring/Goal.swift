/// What a figure should be; missing it is information, never a failure of the run.
enum Goal {
  /// At most this many times the reference.
  case ratio(atMost: Double)
  /// At least this many times as much as the reference does in a second.
  case rate(atLeast: Double)
  /// In the tail no longer than the reference, and at most so long.
  case tail(atMost: Duration?)
  /// At most this part of what the reference holds.
  case memoryRatio(atMost: Double)
  /// No difference that the pairs can tell from none.
  case same
  /// At most so long in the middle, in the tail, and at most so much memory.
  case limits(p50: Duration, p99: Duration?, peakKiB: UInt64?)
  /// At most so much memory, where no time counts.
  case memory(atMostKiB: UInt64)
  /// Nothing is aimed at: the line helps to read another one.
  case none

  /// Whether the figures reach the goal; `nil` where there is none.
  func isMet(
    by figures: Figures?, against reference: Figures?, ratio: Ratio?, peakKiB: UInt64?
  ) -> Bool? {
    switch self {
    case .ratio(let limit), .memoryRatio(let limit): ratio.map { $0.value <= limit }
    case .rate(let limit): ratio.map { $0.value >= limit }
    case .tail(let limit):
      figures.map { figures in
        reference.map { figures.p99 < $0.p99 } ?? true
          && limit.map { figures.p99 <= $0.wholeNanoseconds } ?? true
      }
    case .same: ratio.map { $0.low <= 1 }
    case .limits(let middle, let tail, let memory):
      figures.map { figures in
        figures.p50 <= middle.wholeNanoseconds
          && tail.map { figures.p99 <= $0.wholeNanoseconds } ?? true
          && memory.map { (peakKiB ?? .max) <= $0 } ?? true
      }
    case .memory(let limit): peakKiB.map { $0 > 0 && $0 <= limit }
    case .none: nil
    }
  }
}

extension Goal: CustomStringConvertible {
  /// The goal as the table says it.
  var description: String {
    switch self {
    case .ratio(let limit), .memoryRatio(let limit): limit.text(digits: 2)
    case .rate(let limit): "≥ " + limit.text(digits: limit < 10 ? 2 : 0)
    case .tail(let limit):
      (["p99 lower"] + [limit?.wholeNanoseconds.spanText].compactMap(\.self))
        .joined(separator: ", ")
    case .same: "1.00"
    case .limits(let middle, let tail, let memory):
      ([middle.wholeNanoseconds.spanText] + [tail?.wholeNanoseconds.spanText].compactMap(\.self)
        + [memory.map { "\($0 / 1024) MB" }].compactMap(\.self)).joined(separator: ", ")
    case .memory(let limit): "\(limit / 1024) MB"
    case .none: ""
    }
  }
}

extension Goal: Encodable {
  /// Writes the goal as the table says it.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Duration {
  /// The duration in nanoseconds, for spans of less than centuries.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
