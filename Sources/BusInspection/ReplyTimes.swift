package import Bus

/// How long requests took, told when their answers go by.
package struct ReplyTimes {
  /// How many requests are remembered; those that are never answered are forgotten in time.
  private static let limit = 4096
  private var asked: [MessageReference: Duration] = [:]
  private var order: [MessageReference] = []

  /// Remembers nothing yet.
  package init() {}

  /// Takes a message; for an answer it tells how long the request took, where that was seen.
  package mutating func take(_ record: TapRecord) -> Duration? {
    guard let reference = record.reference else { return nil }
    switch record.kind {
    case "request":
      asked[reference] = record.uptime
      order.append(reference)
      if order.count > ReplyTimes.limit {
        for old in order.prefix(ReplyTimes.limit / 2) { asked[old] = nil }
        order.removeFirst(ReplyTimes.limit / 2)
      }
      return nil
    case "reply", "error":
      guard let cause = record.cause, let start = asked.removeValue(forKey: cause) else {
        return nil
      }
      return record.uptime - start
    default: return nil
    }
  }
}
