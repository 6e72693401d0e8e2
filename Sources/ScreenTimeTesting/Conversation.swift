import Bus
import CivilTime
import ScreenTimeProtocol

/// Everything that was said between the service and others, over all its lives.
struct Conversation {
  /// How many messages the text of an error shows at most; the last ones.
  private static let shown = 60
  /// What the kit itself asks again and again, which tells nobody anything.
  private static let chatter: Set = [PlatformStatus.name.text, ClockRead.name.text]
  /// The name under which the kit talks to the service.
  static let kit = "test"

  private(set) var messages: [BusMessage] = []
  /// The service's last word on its time.
  private(set) var lastTime: Instant?

  mutating func take(_ record: TapRecord) {
    messages.append(BusMessage(record))
    lastTime = record.time ?? lastTime
  }

  /// The callbacks, in the order in which they were sent.
  var callbacks: [DeliveredCallback] {
    var answers: [String: BusMessage] = [:]
    for message in messages where !message.isFromService {
      if message.kind == .reply || message.kind == .error, let cause = message.cause {
        answers[cause] = message
      }
    }
    return messages.compactMap { DeliveredCallback($0, answers: answers) }
  }

  /// The messages a line each, with the local time.
  func text(in zone: Zone, all: Bool) -> String {
    let told = messages.filter { message in
      let type = message.type ?? ""
      return type != Ping.name.text && (message.peer != Self.kit || !Self.chatter.contains(type))
    }
    let left = all ? 0 : max(0, told.count - Self.shown)
    var lines = left > 0 ? ["… \(left) earlier messages"] : []
    var time = "     "
    for message in told {
      // What is sent to the service carries no time: it is the one of the last word before it.
      time = message.time.map { "\(zone.reading(at: $0).time)" } ?? time
      lines.append("\(time)  \(message)")
    }
    if left > 0 { lines.removeSubrange(1...left) }
    return lines.joined(separator: "\n")
  }
}
