import ManagedSettingsUI

/// Says what stands on the shield of a game.
public final class StudyShield: ShieldConfigurationDataSource {
  override public class var extensionIdentifier: String { "dev.example.study.shield" }
  override public class var appGroup: String { StudyPlan.appGroup }

  override public func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      title: .init(text: "Study hour"),
      subtitle: .init(text: "Games are back at \(StudyPlan.hours.upperBound):00."),
      primaryButtonLabel: .init(text: "Back to work"),
      secondaryButtonLabel: offersBreak ? .init(text: "Take a break") : nil)
  }

  private var offersBreak: Bool {
    do {
      return StudyPlan.allowsBreak(
        at: context.moment, after: try StudyBreak.last(in: context.groupDirectory))
    } catch {
      context.report(code: "breakUnreadable", message: "\(error)")
      return false
    }
  }
}
