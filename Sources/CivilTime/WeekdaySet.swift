/// The days of the week on which something holds.
public struct WeekdaySet: Hashable, Sendable {
  private var bits: UInt8

  private init(bits: UInt8) {
    self.bits = bits
  }

  /// Makes a set without a day.
  public init() {
    self.init(bits: 0)
  }

  /// Makes a set of these days; one that comes twice counts once.
  public init(_ days: some Sequence<Weekday>) {
    self.init(bits: days.reduce(0) { $0 | Self.bit($1) })
  }

  /// Monday to Friday.
  public static let weekdays: WeekdaySet = [.monday, .tuesday, .wednesday, .thursday, .friday]
  /// Saturday and Sunday.
  public static let weekends: WeekdaySet = [.saturday, .sunday]
  /// All seven.
  public static let everyday = WeekdaySet(Weekday.allCases)

  /// Parses what somebody typed: `weekdays`, `weekends`, `everyday`, or short names joined by commas,
  /// `mon,wed`.
  ///
  /// - Throws: `malformed` for anything else: no day at all, spaces, capitals, other names.
  public init(parsing text: String) throws(CivilTimeError) {
    switch text {
    case "weekdays": self = .weekdays
    case "weekends": self = .weekends
    case "everyday": self = .everyday
    default:
      self.init()
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let day = Weekday(shortName: String(name)) else {
          throw .malformed(
            text, isNot: "a choice of days",
            wanted: "weekdays, weekends, everyday, or short names such as mon,wed")
        }
        insert(day)
      }
    }
  }

  /// Whether no day is in the set.
  public var isEmpty: Bool { bits == 0 }

  /// How many days are in the set.
  public var count: Int { bits.nonzeroBitCount }

  /// Whether `day` is in the set.
  public func contains(_ day: Weekday) -> Bool { bits & Self.bit(day) != 0 }

  /// Whether every day of this set is in `other` too.
  public func isSubset(of other: WeekdaySet) -> Bool { bits & ~other.bits == 0 }

  /// Adds a day.
  public mutating func insert(_ day: Weekday) { bits |= Self.bit(day) }

  /// Takes a day out.
  public mutating func remove(_ day: Weekday) { bits &= ~Self.bit(day) }

  /// The days that are in this set, in `other`, or in both.
  public func union(_ other: WeekdaySet) -> WeekdaySet { WeekdaySet(bits: bits | other.bits) }

  /// The days that are in both sets.
  public func intersection(_ other: WeekdaySet) -> WeekdaySet {
    WeekdaySet(bits: bits & other.bits)
  }

  /// How the screen names the days: `Weekdays`, `Weekends`, `Every day`, `Mon, Wed, Fri` or
  /// `No days`.
  public var summary: String {
    switch self {
    case .weekdays: "Weekdays"
    case .weekends: "Weekends"
    case .everyday: "Every day"
    case []: "No days"
    default: map(\.displayName).joined(separator: ", ")
    }
  }

  private static func bit(_ day: Weekday) -> UInt8 { 1 << UInt8(day.rawValue) }
}

extension WeekdaySet: ExpressibleByArrayLiteral {
  /// Makes a set from a literal, `[.monday, .friday]`.
  public init(arrayLiteral days: Weekday...) {
    self.init(days)
  }
}

/// The days in the order in which people list them, Monday first.
extension WeekdaySet: Sequence {
  /// Goes through the days, Monday first.
  public func makeIterator() -> some IteratorProtocol<Weekday> {
    Weekday.mondayFirst.lazy.filter(contains).makeIterator()
  }
}

/// An array of short names, Monday first: `["mon", "wed"]`.
extension WeekdaySet: Codable {
  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd {
      let name = try container.decode(String.self)
      guard let day = Weekday(shortName: name) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(name)\" is not a day's short name, such as \"mon\"")
      }
      insert(day)
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for day in self { try container.encode(day.shortName) }
  }
}
