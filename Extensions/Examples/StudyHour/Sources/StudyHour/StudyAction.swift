import DeviceActivity
import FoundationEssentials
import ManagedSettings

/// Handles the shield's buttons: back to work, or the one break of the day.
public final class StudyAction: ShieldActionDelegate {
  override public class var extensionIdentifier: String { "dev.example.study.action" }
  override public class var appGroup: String { StudyPlan.appGroup }

  override public func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    switch action {
    case .primaryButtonPressed: completionHandler(.close)
    case .secondaryButtonPressed: completionHandler(takeBreak() ? .defer : .none)
    }
  }

  /// Begins a break, unless today's was taken.
  ///
  /// The break's end is armed before anything is opened: a break that nobody would end must not begin.
  private func takeBreak() -> Bool {
    do {
      let last = try StudyBreak.last(in: context.groupDirectory)
      guard StudyPlan.allowsBreak(at: context.moment, after: last) else {
        refuse(code: "breakTaken", message: "Today's break has been taken.")
        return false
      }
      let pause = StudyBreak(at: context.moment)
      try DeviceActivityCenter().startMonitoring(
        StudyPlan.breakActivity, during: DeviceActivitySchedule(pause, in: context.zone))
      try pause.save(in: context.groupDirectory)
      try StudyGuard.refresh(at: context.moment, in: context.groupDirectory)
      return true
    } catch {
      refuse(code: "noBreak", message: "The break could not begin: \(error)")
      return false
    }
  }
}

extension DeviceActivitySchedule {
  /// The interval of a break, from its first second to its last.
  fileprivate init(_ pause: StudyBreak, in zone: Zone) {
    self.init(
      intervalStart: DateComponents(zone.reading(at: pause.start)),
      intervalEnd: DateComponents(zone.reading(at: pause.end)), repeats: false)
  }
}

extension DateComponents {
  fileprivate init(_ reading: Reading) {
    self.init(
      year: reading.date.year, month: reading.date.month, day: reading.date.day,
      hour: reading.time.hour, minute: reading.time.minute, second: reading.time.second)
  }
}
