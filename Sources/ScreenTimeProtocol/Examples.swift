import CivilTime
import ScreenTimeModel

// The values that the messages' examples share. They parse by construction: a wrong one would stop
// every test of the registry.

extension Instant {
  static var example: Instant { Instant(seconds: 1_736_154_000) }
}

extension ApplicationToken {
  static var exampleChess: ApplicationToken { parsed("org.example.Chess") }

  private static func parsed(_ text: String) -> ApplicationToken {
    do { return try ApplicationToken(parsing: text) } catch { preconditionFailure("\(error)") }
  }
}

extension ActivityCategoryToken {
  static var exampleGames: ActivityCategoryToken {
    do { return try ActivityCategoryToken(parsing: "games") } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension ShieldSubject {
  static var exampleApplication: ShieldSubject { .application(.exampleChess) }
}

extension StoreSettings {
  static var exampleShield: StoreSettings {
    var settings = StoreSettings()
    settings.shieldedApplications = [.exampleChess]
    return settings
  }
}

extension ActivitySchedule {
  static var exampleDay: ActivitySchedule {
    do {
      return ActivitySchedule(
        interval: .daily(
          DailyWindow(
            from: try TimeOfDay(hour: 9, minute: 0), to: try TimeOfDay(hour: 17, minute: 0)),
          weekday: nil, repeats: true))
    } catch { preconditionFailure("\(error)") }
  }
}
