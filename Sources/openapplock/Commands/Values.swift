import Arguments
import CivilTime
import ScreenTimeModel
import SiteNames

// How the values that several commands take are read.

extension ValueParser<String> {
  /// Takes any text, also none at all: an empty name stands for the kind's own.
  static var name: ValueParser { ValueParser { $0 } }
}

extension ValueParser<ApplicationToken> {
  /// A desktop id or the absolute path of an executable.
  static var app: ValueParser { ValueParser { try ApplicationToken(parsing: $0) } }
}

extension ValueParser<ActivityCategoryToken> {
  /// A category's short name.
  static var category: ValueParser { ValueParser { try ActivityCategoryToken(parsing: $0) } }
}

extension ValueParser<WebDomainToken> {
  /// A site's domain, as it is typed or as a browser shows its address.
  static var site: ValueParser { ValueParser { try SiteName.domain(typed: $0) } }
}

extension ValueParser<TimeOfDay> {
  /// A reading of the wall clock.
  static var time: ValueParser { ValueParser { try TimeOfDay(parsing: $0) } }
}

extension ValueParser<WeekdaySet> {
  /// A choice of days.
  static var days: ValueParser { ValueParser { try WeekdaySet(parsing: $0) } }
}

extension ValueParser<Duration> {
  /// A number and its unit, `90s`, `15m`, `8h` or `2d`.
  static var span: ValueParser {
    ValueParser { text in
      let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
        number > 0, number <= 10_000_000
      else { throw UsageError("\"\(text)\" is no length of time, such as 90s, 15m, 8h or 2d") }
      return .seconds(number * unit)
    }
  }
}
