/// A day of the week; the numbers are those of Apple's `Calendar`, 1 being Sunday.
public enum Weekday: Int, CaseIterable, Comparable, Codable, Sendable {
  /// Sunday, 1.
  case sunday = 1
  /// Monday, 2.
  case monday
  /// Tuesday, 3.
  case tuesday
  /// Wednesday, 4.
  case wednesday
  /// Thursday, 5.
  case thursday
  /// Friday, 6.
  case friday
  /// Saturday, 7.
  case saturday

  /// The days as people list them, Monday first.
  public static let mondayFirst: [Weekday] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  /// Finds the day that `shortName` names: `mon`, `tue`, … in lower case; anything else is `nil`.
  public init?(shortName: String) {
    guard let day = Weekday.allCases.first(where: { $0.shortName == shortName }) else { return nil }
    self = day
  }

  /// The weekday of the day that lies `days` after 1970-01-01, a Thursday.
  init(daysSinceEpoch days: Int) {
    let fromSunday = (days % 7 + 11) % 7
    self = Weekday(rawValue: fromSunday + 1) ?? .sunday
  }

  /// The name that documents and the command line use, `mon`.
  public var shortName: String {
    switch self {
    case .sunday: "sun"
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    }
  }

  /// The name on the screen, `Mon`.
  public var displayName: String {
    switch self {
    case .sunday: "Sun"
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    }
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
