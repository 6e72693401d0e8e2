/// Dates by their number since 1970-01-01, worked out here and not by what is tested.
enum CivilDay {
  /// A day in seconds, where no clock changes.
  static let seconds = 86_400

  /// The day of the week, 0 for Monday.
  static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }

  /// The date as `2025-01-06`.
  static func text(_ day: Int) -> String {
    var year = 1970
    var left = day
    while left >= length(ofYear: year) {
      left -= length(ofYear: year)
      year += 1
    }
    var month = 0
    while left >= length(ofMonth: month, in: year) {
      left -= length(ofMonth: month, in: year)
      month += 1
    }
    return "\(year)-\(two(month + 1))-\(two(left + 1))"
  }

  /// The number of the first day of a year from 1970 on.
  static func first(ofYear year: Int) -> Int {
    (1970..<year).reduce(0) { $0 + length(ofYear: $1) }
  }

  /// A reading of the clock, `09:00` or `09:00:30`.
  static func time(_ second: Int) -> String {
    let reading = "\(two(second / 3600)):\(two(second / 60 % 60))"
    return second % 60 == 0 ? reading : "\(reading):\(two(second % 60))"
  }

  /// A number with two digits at least.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func length(ofYear year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    month == 1 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }
}
