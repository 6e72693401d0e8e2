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

  /// Takes note of what a callback tells, and works out what holds.
  ///
  /// What an earlier plan was told says nothing about the present one, and changes nothing of it. It wakes
  /// us all the same: where an app was killed while it put one plan in the place of another, nobody else may.
  private func handle(
    _ context: ExtensionContext, _ activity: DeviceActivityName,
    _ change: (inout FamilyState) -> Void
  ) {
    do throws(FamilyFault) {
      let group = try FamilyGroup(at: context.groupDirectory, creating: false)
      guard var state = try group.read().state else { return }
      var unsaved: FamilyFault?
      if let plan = state.plan, plan.activities.contains(activity) {
        do {
          try group.update(installation: state.installation) { state in
            if state.plan == plan { change(&state) }
          }
        } catch {
          // Nobody will remember it, but it holds all the same: a full disk gives no time.
          change(&state)
          unsaved = error
        }
      }
      try FamilyEnforcement(group).enforce(
        at: context.now, suspicion: context.suspicion, knowing: unsaved == nil ? nil : state
      ) { context.report(code: $0.code, message: $0.message) }
      // It is told once only, so it has to be told again.
      if let unsaved { throw unsaved }
    } catch {
      context.fail(code: error.code, message: error.message)
    }
  }
}
