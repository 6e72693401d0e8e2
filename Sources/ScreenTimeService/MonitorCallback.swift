package import CivilTime
package import ScreenTimeModel
package import ScreenTimeProtocol

/// A callback that a monitor extension is owed.
package struct MonitorCallback: Hashable, Sendable, Codable {
  /// The activity.
  package let key: ActivityKey
  /// What happened.
  package let kind: ActivityCallbackKind
  /// The event, for the two threshold callbacks.
  package let event: DeviceActivityEventName?
  /// The local date on which the event's interval started; a callback may come on another.
  package let intervalDate: CivilDate?

  /// Makes a callback.
  package init(
    _ kind: ActivityCallbackKind, of key: ActivityKey, event: DeviceActivityEventName? = nil,
    intervalDate: CivilDate? = nil
  ) {
    self.key = key
    self.kind = kind
    self.event = event
    self.intervalDate = intervalDate
  }
}

extension MonitorCallback {
  private var rank: Int {
    switch kind {
    case .eventWillReachThresholdWarning, .eventDidReachThreshold: 0
    case .intervalWillStartWarning, .intervalWillEndWarning: 1
    case .intervalDidEnd: 2
    case .intervalDidStart: 3
    }
  }

  /// Orders the edges of one instant: warnings, then ends before starts, each by name, so that windows
  /// that touch are handed over the same way each time.
  static func isEarlier(_ left: MonitorCallback, _ right: MonitorCallback) -> Bool {
    (left.rank, left.key) < (right.rank, right.key)
  }
}

/// What a log or a fault says.
extension MonitorCallback: CustomStringConvertible {
  package var description: String {
    let subject = event.map { "\($0.rawValue) of \(key)" } ?? key.description
    return "\(kind.rawValue) of \(subject)"
  }
}
