import AppGroup
package import OpenAppLockRules
package import ScreenTimeClient
package import ScreenTimeModel

/// What the three extensions do in a callback, with the group that the callback's context names.
///
/// The group stays open between callbacks, and with it what was read from its documents.
package final class ExtensionGroup {
  private var opened: GroupStores?

  /// Opens nothing before the first callback.
  package init() {}

  /// Does what is due when an activity's interval starts or ends; what could not be done makes the
  /// callback fail, so that it comes again.
  package func intervalEdge(of activity: DeviceActivityName, _ context: ExtensionContext) {
    enforce(for: context) { $0.intervalEdge(of: activity, at: context.moments) }
  }

  /// Does what is due when use reaches an event's threshold; what could not be done makes the callback
  /// fail, so that it comes again.
  package func thresholdReached(
    _ event: DeviceActivityEventName, of activity: DeviceActivityName, _ context: ExtensionContext
  ) {
    enforce(for: context) { monitor throws(GroupFault) in
      try monitor.thresholdReached(
        event, of: activity, begunOn: context.intervalDate, at: context.moments)
    }
  }

  private func enforce(
    for context: ExtensionContext,
    _ work: (MonitorEnforcement) throws(GroupFault) -> EnforcementReport
  ) {
    do throws(GroupFault) {
      let stores = try stores(context)
      defer { tell(stores, context) }
      let report = try work(MonitorEnforcement(stores))
      for fault in report.faults { context.report(code: fault.code, message: fault.message) }
      guard let failure = report.failures.first else {
        if let quiet = report.quietUntil { context.stayQuiet(until: quiet) }
        return
      }
      context.fail(
        code: failure.error.code.rawValue,
        message: "could not write \(failure.store): \(failure.error.message)")
    } catch {
      context.fail(code: error.code, message: error.message)
    }
  }

  /// What the shield of `subject` shows; whatever is wrong, there is a shield, without a button.
  package func content(
    for subject: ShieldSubject?, in category: ActivityCategoryToken?, _ context: ExtensionContext
  ) -> ShieldContent {
    do {
      let stores = try stores(context)
      defer { tell(stores, context) }
      guard let subject else { return ShieldPresentation.content(covering: []) }
      return ShieldContentSource(stores).content(for: subject, in: category, at: context.moments)
    } catch {
      context.report(code: error.code, message: error.message)
      return ShieldPresentation.content(covering: [])
    }
  }

  /// Handles a press on "Open"; `nil` where it could not be handled, which the callback's failure tells.
  package func press(_ subject: ShieldSubject, _ context: ExtensionContext) -> OpenPress? {
    do {
      let stores = try stores(context)
      defer { tell(stores, context) }
      return try OpenGate(stores).press(subject, at: context.moments)
    } catch let error as OpenGateError {
      context.fail(code: error.code, message: error.message)
    } catch let error as GroupFault {
      context.fail(code: error.code, message: error.message)
    } catch {
      context.fail(code: "internalFailure", message: "\(error)")
    }
    return nil
  }

  /// The app makes the directory; an extension that finds none has nothing to share.
  private func stores(_ context: ExtensionContext) throws(GroupFault) -> GroupStores {
    if let opened, opened.group.directory == context.groupDirectory { return opened }
    do {
      let stores = try GroupStores(at: context.groupDirectory, creating: false)
      opened = stores
      return stores
    } catch {
      throw GroupFault(error)
    }
  }

  private func tell(_ stores: GroupStores, _ context: ExtensionContext) {
    for fault in stores.takeFaults() { context.report(code: fault.code, message: fault.message) }
  }
}

extension ExtensionContext {
  /// The moment at which rules are judged.
  fileprivate var moments: Moments { Moments(moment, suspicion: suspicion) }
}
