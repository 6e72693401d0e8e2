package import Bus

/// Says what becomes of the callbacks to monitor extensions from now on, on a virtual clock.
///
/// A callback may come late, twice, out of order or not at all (decision P4), thresholds may be
/// reported before they are reached, nothing may come while nobody uses the machine, and an answer to
/// `activity.start` may be long in coming; this is how to see what then happens. Refused with `invalid`
/// on a real clock.
package struct CallbacksWeather: BusRequest {
  /// What becomes of them.
  package let mode: CallbackWeather
  /// How late they come, at least 1; for `delay` only.
  package let delaySeconds: Int64?
  /// How much time passes from now on while `activity.start` is answered, at least 1; none where it is
  /// absent.
  package let startSeconds: Int64?

  /// Makes the request.
  package init(mode: CallbackWeather, delaySeconds: Int64? = nil, startSeconds: Int64? = nil) {
    self.mode = mode
    self.delaySeconds = delaySeconds
    self.startSeconds = startSeconds
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "callbacks.weather"
  package static let traits = MessageTraits(
    senders: .controllers,
    effect: .change,
    repeatable: true,
    summary: "Says what becomes of monitor callbacks from now on.")
  package static var example: CallbacksWeather {
    CallbacksWeather(mode: .delay, delaySeconds: 600)
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("mode", .choice(CallbackWeather.allCases.map(\.rawValue)), "What becomes of them."),
    .optional("delaySeconds", .integer, "How late they come, at least 1; for `delay` only."),
    .optional(
      "startSeconds", .integer,
      "How much time passes while `activity.start` is answered, at least 1."),
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the clock is real, or a time does not fit the mode")
  ]
}

/// What becomes of callbacks.
package enum CallbackWeather: String, Codable, Sendable, Hashable, CaseIterable {
  /// They come, once, in order.
  case normal
  /// They are lost; the service believes that they were taken.
  case drop
  /// They come later.
  case delay
  /// Each comes twice.
  case duplicate
  /// Those that are due together come in reverse order.
  case reverse
  /// As soon as an interval starts, each of its thresholds is reported reached, whatever the use; when
  /// one really is, it is reported again.
  case atStart
  /// They wait until somebody uses the machine: until `usage.foreground` names an app.
  case untilUsed
}
