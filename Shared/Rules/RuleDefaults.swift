package import CivilTime

/// What a new rule of a kind starts with in an editor.
package enum RuleDefaults {
  /// The name of a rule that its user gives none.
  package static func name(for kind: RuleKind) -> String {
    switch kind {
    case .schedule: "In the Zone"
    case .timeLimit: "Time Keeper"
    case .openLimit: "Gatekeeper"
    }
  }

  /// The days.
  package static func days(for kind: RuleKind) -> WeekdaySet {
    switch kind {
    case .schedule: .weekdays
    case .timeLimit, .openLimit: .everyday
    }
  }

  /// The window of a new schedule; never 24 hours (decision W2).
  package static var window: DailyWindow { DailyWindow(from: .known(9, 0), to: .known(17, 0)) }

  /// The budget of a new time limit, in minutes.
  package static let minutes = 45

  /// The budget of a new open limit.
  package static let opens = 5
}

extension TimeOfDay {
  /// A reading that stands in this program's text.
  static func known(_ hour: Int, _ minute: Int) -> TimeOfDay {
    do {
      return try TimeOfDay(hour: hour, minute: minute)
    } catch {
      preconditionFailure("\(hour):\(minute) stands in the program and is no reading")
    }
  }
}
