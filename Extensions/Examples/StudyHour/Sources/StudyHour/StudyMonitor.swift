import DeviceActivity

/// Woken at the edges of the study hour and of breaks.
///
/// It doesn't trust a callback's name: one may come late, twice, in another order or not at all. Each
/// is a reason to look, and what is seen at the context's moment decides.
public final class StudyMonitor: DeviceActivityMonitor {
  override public class var extensionIdentifier: String { "dev.example.study.monitor" }
  override public class var appGroup: String { StudyPlan.appGroup }

  override public func intervalDidStart(for activity: DeviceActivityName) { refresh() }

  override public func intervalDidEnd(for activity: DeviceActivityName) { refresh() }

  private func refresh() {
    do {
      try StudyGuard.refresh(at: context.moment, in: context.groupDirectory)
    } catch {
      // The service says so in its status, and brings the callback again.
      context.fail(code: "notRefreshed", message: "\(error)")
    }
  }
}
