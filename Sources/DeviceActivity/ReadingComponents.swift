import CivilTime
import FoundationEssentials

/// What an end of a schedule says, once it is known to name a reading of the wall clock.
struct ReadingComponents {
  /// Which days the reading is meant on.
  enum Days {
    case every
    case weekly(Weekday)
    case once(CivilDate)
  }

  let days: Days
  let time: TimeOfDay

  /// Takes `components` apart.
  ///
  /// - Parameter end: what they are, for the sentence: "start" or "end".
  /// - Throws: `invalidDateComponents` for components other than the documented ones, for a mixture
  ///   of them, and for what no calendar or clock shows.
  init(_ components: DateComponents, end: String) throws(MonitoringError) {
    let unusable = components.namesOfUnusableFields
    guard unusable.isEmpty else {
      throw .invalidDateComponents(
        "the \(end) of a schedule cannot have \(unusable.joined(separator: ", "))")
    }
    guard let hour = components.hour else {
      throw .invalidDateComponents("the \(end) of a schedule has no hour")
    }
    do {
      time = try TimeOfDay(
        hour: hour, minute: components.minute ?? 0, second: components.second ?? 0)
      days = try Self.days(of: components)
    } catch let error as CivilTimeError {
      throw .invalidDateComponents("the \(end) of the schedule: \(error.message)")
    } catch let problem as Problem {
      throw .invalidDateComponents("the \(end) of a schedule \(problem.text)")
    } catch {
      preconditionFailure("\(error) is neither of the two errors above")
    }
  }

  private struct Problem: Error {
    let text: String
  }

  private static func days(of components: DateComponents) throws -> Days {
    let date = (components.year, components.month, components.day)
    switch (date, components.weekday) {
    case ((nil, nil, nil), nil): return .every
    case ((nil, nil, nil), let number?):
      guard let weekday = Weekday(rawValue: number) else {
        throw Problem(text: "names weekday \(number); they go from 1, Sunday, to 7")
      }
      return .weekly(weekday)
    case ((let year?, let month?, let day?), nil):
      return .once(try CivilDate(year: year, month: month, day: day))
    case (_, nil):
      throw Problem(text: "names a part of a date; a date has a year, a month and a day")
    default:
      throw Problem(text: "names a weekday and a date; it can have one of the two")
    }
  }
}

extension DateComponents {
  /// The fields that neither a schedule's end nor a length of time can have, by name.
  fileprivate var namesOfUnusableFields: [String] {
    let fields: [(String, Bool)] = [
      ("an era", era != nil),
      ("a quarter", quarter != nil),
      ("a weekdayOrdinal", weekdayOrdinal != nil),
      ("a weekOfMonth", weekOfMonth != nil),
      ("a weekOfYear", weekOfYear != nil),
      ("a yearForWeekOfYear", yearForWeekOfYear != nil),
      ("a dayOfYear", dayOfYear != nil),
      ("nanoseconds", (nanosecond ?? 0) != 0),
      ("a time zone of its own", timeZone != nil),
      ("a calendar that is not Gregorian", calendar.map { $0.identifier != .gregorian } ?? false),
    ]
    return fields.filter(\.1).map(\.0)
  }

  /// The length of time that the components add up to: days, hours, minutes and seconds.
  ///
  /// - Parameter kind: what it is, for the sentence: "a threshold".
  /// - Throws: `invalidDateComponents` for other components, negative ones, and nothing at all.
  func seconds(of kind: String) throws(MonitoringError) -> Int {
    let named = [year, month, weekday].contains { $0 != nil }
    guard !named, namesOfUnusableFields.isEmpty else {
      throw .invalidDateComponents("\(kind) is days, hours, minutes and seconds, nothing else")
    }
    let parts = [(day, 86_400), (hour, 3600), (minute, 60), (second, 1)]
    var total = 0
    for (count, unit) in parts {
      let count = count ?? 0
      guard (0...1_000_000).contains(count) else {
        throw .invalidDateComponents("\(kind) cannot have the part \(count)")
      }
      total += count * unit
    }
    guard total > 0 else { throw .invalidDateComponents("\(kind) is at least one second") }
    return total
  }
}
