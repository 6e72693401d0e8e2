/// A stretch of the time line, half-open: it holds its start and not its end.
public struct Span: Hashable, Codable, Sendable {
  /// The first instant in the span.
  public let start: Instant
  /// The first instant after the span.
  public let end: Instant

  /// Makes a span; one that ends where it starts, or before, holds nothing.
  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  /// Whether `instant` lies in the span.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}
