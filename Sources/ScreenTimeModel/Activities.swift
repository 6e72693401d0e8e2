public import CivilTime

/// The name under which an activity is monitored; unique within an app group.
public struct DeviceActivityName: Hashable, Comparable, Sendable, Codable, RawRepresentable {
  /// The name as text.
  public let rawValue: String

  /// Makes a name from text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a name from text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether `left` comes before `right`.
  public static func < (left: DeviceActivityName, right: DeviceActivityName) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The name of an event within its activity.
public struct DeviceActivityEventName: Hashable, Comparable, Sendable, Codable, RawRepresentable {
  /// The name as text.
  public let rawValue: String

  /// Makes a name from text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a name from text.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether `left` comes before `right`.
  public static func < (left: DeviceActivityEventName, right: DeviceActivityEventName) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// When an activity's interval starts and ends.
public enum ActivityInterval: Hashable, Sendable {
  /// Every day between two readings of the wall clock, or on one day of the week (1 is Sunday);
  /// an end at or before the start belongs to the next day (decisions W2, W3).
  case daily(DailyWindow, weekday: Weekday?, repeats: Bool)
  /// Once, between two readings that name their dates.
  case dated(fromDate: CivilDate, fromTime: TimeOfDay, toDate: CivilDate, toTime: TimeOfDay)
}

/// A schedule as the service keeps it: the interval, and how long before its edges to warn.
public struct ActivitySchedule: Hashable, Sendable, Codable {
  /// When the interval starts and ends.
  public let interval: ActivityInterval
  /// Seconds before an edge at which a warning is delivered; `nil` for none.
  public let warningSeconds: Int?
  /// The zone in which the readings are meant, whatever the machine's is; `nil` for the machine's, as it
  /// is at each time (decision W7).
  public let zone: Zone?

  /// Makes a schedule.
  public init(interval: ActivityInterval, warningSeconds: Int? = nil, zone: Zone? = nil) {
    self.interval = interval
    self.warningSeconds = warningSeconds
    self.zone = zone
  }
}

/// A usage threshold within an activity's interval; with nothing chosen, all activity counts (P3).
public struct ActivityEvent: Hashable, Sendable, Codable {
  /// Whose use counts.
  public let selection: FamilyActivitySelection
  /// Seconds of use, cumulative within the interval, at which the event fires, once.
  public let thresholdSeconds: Int
  /// Whether use before monitoring started, within the interval, counts (decision P1).
  public let includesPastActivity: Bool

  /// Makes an event.
  public init(
    selection: FamilyActivitySelection, thresholdSeconds: Int, includesPastActivity: Bool = false
  ) {
    self.selection = selection
    self.thresholdSeconds = thresholdSeconds
    self.includesPastActivity = includesPastActivity
  }
}

/// `{"daily": {"from", "to", "weekday"?, "repeats"}}` or
/// `{"dated": {"fromDate", "fromTime", "toDate", "toTime"}}`.
extension ActivityInterval: Codable {
  private enum Case: String, CodingKey {
    case daily
    case dated
  }

  private enum Payload: String, CodingKey {
    case from
    case to
    case weekday
    case repeats
    case fromDate
    case fromTime
    case toDate
    case toTime
  }

  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Case.self)
    if container.contains(.daily) {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .daily)
      self = .daily(
        DailyWindow(
          from: try payload.decode(TimeOfDay.self, forKey: .from),
          to: try payload.decode(TimeOfDay.self, forKey: .to)),
        weekday: try payload.decodeIfPresent(Weekday.self, forKey: .weekday),
        repeats: try payload.decode(Bool.self, forKey: .repeats))
    } else {
      let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: .dated)
      self = .dated(
        fromDate: try payload.decode(CivilDate.self, forKey: .fromDate),
        fromTime: try payload.decode(TimeOfDay.self, forKey: .fromTime),
        toDate: try payload.decode(CivilDate.self, forKey: .toDate),
        toTime: try payload.decode(TimeOfDay.self, forKey: .toTime))
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Case.self)
    switch self {
    case .daily(let window, let weekday, let repeats):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .daily)
      try payload.encode(window.from, forKey: .from)
      try payload.encode(window.to, forKey: .to)
      try payload.encodeIfPresent(weekday, forKey: .weekday)
      try payload.encode(repeats, forKey: .repeats)
    case .dated(let fromDate, let fromTime, let toDate, let toTime):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .dated)
      try payload.encode(fromDate, forKey: .fromDate)
      try payload.encode(fromTime, forKey: .fromTime)
      try payload.encode(toDate, forKey: .toDate)
      try payload.encode(toTime, forKey: .toTime)
    }
  }
}
