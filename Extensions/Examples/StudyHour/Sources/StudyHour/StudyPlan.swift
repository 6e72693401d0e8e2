import DeviceActivity
import FoundationEssentials
import ManagedSettings

/// What is to hold when: games are shielded in the study hour, but not during a break.
///
/// Everything here is worked out from a moment and a break; nothing here asks a clock or a file.
public enum StudyPlan {
  /// What the app and its extensions share.
  public static let appGroup = "group.dev.example.study"

  /// Three to four in the afternoon, every day.
  public static let hours = 15..<16

  /// How long a break is.
  public static let breakLength = Duration.seconds(15 * 60)

  /// The hour as an activity: its edges wake the monitor.
  public static let studyHour = DeviceActivityName("study-hour")

  /// A break as an activity: its end wakes the monitor.
  public static let breakActivity = DeviceActivityName("break")

  /// When the study hour is.
  public static var schedule: DeviceActivitySchedule {
    DeviceActivitySchedule(
      intervalStart: DateComponents(hour: hours.lowerBound),
      intervalEnd: DateComponents(hour: hours.upperBound), repeats: true)
  }

  /// What is shielded.
  public static var games: ActivityCategoryToken {
    get throws { try ActivityCategoryToken(parsing: "games") }
  }

  /// Whether it is study time.
  public static func isStudyTime(at moment: Moment) -> Bool {
    hours.contains(moment.reading.time.hour)
  }

  /// Whether games are to be shielded.
  public static func shieldsGames(at moment: Moment, after lastBreak: StudyBreak?) -> Bool {
    isStudyTime(at: moment) && lastBreak?.isOn(at: moment) != true
  }

  /// Whether a break may begin: there is one a day.
  public static func allowsBreak(at moment: Moment, after lastBreak: StudyBreak?) -> Bool {
    isStudyTime(at: moment) && lastBreak?.date != moment.date
  }
}
