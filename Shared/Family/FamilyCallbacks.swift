import CivilTime
package import ScreenTimeClient
package import ScreenTimeModel

/// What the monitor does in a callback, with the group that the callback's context names.
package struct FamilyCallbacks {
  /// Makes what needs no state of its own: each callback reads the document.
  package init() {}

  /// Does what is due when the day or the allowed hours start or end.
  package func edge(of activity: DeviceActivityName, _ context: ExtensionContext) {
    handle(context, activity) { _ in }
  }

  /// Does what is due when use reaches a threshold.
  package func reached(
    _ event: DeviceActivityEventName, of activity: DeviceActivityName, _ context: ExtensionContext
  ) {
    handle(context, activity) { state in
      guard let day = context.intervalDate, let minutes = state.plan?.threshold(of: event) else {
        return
      }
      state.observe(minutes, on: day, at: context.now)
    }
  }

  private func handle(
    _ context: ExtensionContext, _ activity: DeviceActivityName,
    _ change: (inout FamilyState) -> Void
  ) {
    do throws(FamilyFault) {
      let group = try FamilyGroup(at: context.groupDirectory, creating: false)
      let (state, _) = try group.read()
      // What an earlier plan was told says nothing about this one.
      guard let plan = state?.plan, plan.activities.contains(activity) else { return }
      try group.update(installation: "") { state in
        if state.plan == plan { change(&state) }
      }
      try FamilyEnforcement(group).enforce(
        at: context.now, suspicion: context.suspicion
      ) { context.report(code: $0.code, message: $0.message) }
    } catch {
      context.fail(code: error.code, message: error.message)
    }
  }
}
