import Simulation

/// Plays a trace as `openapplock simulate` would, and says what didn't hold.
enum TraceRun {
  /// Plays a trace on a machine of its own; answers the first thing that was found, `nil` for nothing.
  static func finding(in trace: Trace, _ claims: TraceClaims = .rules) -> Finding? {
    do {
      return try play(trace, claims).finding
    } catch {
      return Finding("a trace can be played", "\(error)")
    }
  }

  /// Plays a trace, and answers who watched it.
  ///
  /// - Throws: what keeps it from being played.
  static func play(_ trace: Trace, _ claims: TraceClaims = .rules) throws -> TraceWatch {
    guard let zone = ReferenceZone.all[trace.zone] else {
      throw Finding("a trace can be played", "\(trace.zone) is not among the zones")
    }
    let scenario = try trace.scenario()
    let machine = try InProcessMachine()
    let watch = TraceWatch(trace, zone: zone, on: machine, claims)
    do {
      _ = try ScenarioPlayer.play(scenario, on: WatchedMachine(machine, watch))
    } catch is MachineError where watch.isOver {
      // It was the watch that ended it.
    }
    return watch
  }
}
