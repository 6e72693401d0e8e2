import OpenAppLockProtocol
import ScreenTimeModel

/// The same story in several ways: by the app's loop alone, by the monitor alone, with callbacks that
/// come twice, in reverse or late.
enum TwoPaths {
  /// A way in which a story can go.
  struct Way: Hashable, Sendable {
    /// What it is called.
    let name: String
    /// What goes before the story.
    let first: [TraceStep]

    /// No callback ever comes: the app's own loop is all there is.
    static let foreground = Way(name: "the app alone", first: [.callbacks(.drop)])

    /// The others, each of which must end as that one does.
    static let others = [
      Way(name: "the monitor alone", first: [.app(isOpen: false)]),
      Way(name: "both", first: []),
      Way(name: "doubled callbacks", first: [.callbacks(.duplicate), .app(isOpen: false)]),
      Way(name: "reversed callbacks", first: [.callbacks(.reverse), .app(isOpen: false)]),
      Way(name: "late callbacks", first: [.callbacks(.delay(600))]),
    ]

    /// A story as it goes this way, and one reconcile at its end.
    func told(_ trace: Trace) -> Trace { TwoPaths.told(trace, from: first) }
  }

  /// What differs at the end of a story that goes one way and the other; `nil` where nothing does.
  static func difference(in trace: Trace, by way: Way) -> Finding? {
    do {
      let one = try end(of: Way.foreground.told(trace))
      let other = try end(of: way.told(trace))
      return difference(one, other, after: trace.steps.count)
    } catch let finding as Finding {
      return finding
    } catch {
      return Finding("a trace can be played", "\(error)")
    }
  }

  private static func end(of trace: Trace) throws -> MachineView {
    let watch = try TraceRun.play(trace)
    if let finding = watch.finding { throw finding }
    guard let view = watch.views.last else { throw Finding("a trace has an end", "there is none") }
    return view
  }

  private static func difference(
    _ one: MachineView, _ other: MachineView, after step: Int
  ) -> Finding? {
    var finding: Finding?
    func compare(_ what: String, _ one: some Equatable, _ other: some Equatable) {
      guard finding == nil, "\(one)" != "\(other)" else { return }
      finding = Finding(
        "both paths agree: \(what)", "by the app alone \(one), otherwise \(other)")
      finding?.step = step
    }
    compare("what is shielded", one.shielded.sorted(), other.shielded.sorted())
    for name in Set(one.stores.keys).union(other.stores.keys).sorted() {
      if one.stores[name] != other.stores[name] {
        compare("the store of \(name)", one.stores[name]?.isEmpty, other.stores[name]?.isEmpty)
      }
    }
    for name in one.rules.keys.sorted() {
      compare(
        "the facts of \(name)", one.rules[name].map { "\($0.now)" },
        other.rules[name].map { "\($0.now)" })
    }
    compare("the dates", one.ledger.keys.sorted(), other.ledger.keys.sorted())
    return finding
  }

  /// A story that is the same on both ways: instants at which both look, and nothing that wakes the one
  /// alone.
  fileprivate static func told(_ trace: Trace, from first: [TraceStep]) -> Trace {
    var told = trace
    told.limits = "linux"
    told.rules = trace.rules.mapValues(\.aligned)
    let travels = trace.steps.contains { if case .clock = $0 { true } else { false } }
    told.steps = trace.steps.compactMap { aligned($0, travels: travels) }
    told.steps.insert(contentsOf: first, at: 0)
    told.steps += [.callbacks(.normal), .app(isOpen: true)]
    return told
  }

  /// What rounds a step to the half minutes at which the loop looks.
  private static func aligned(_ step: TraceStep, travels: Bool) -> TraceStep? {
    func rounded(_ span: Int) -> Int { (span + 29) / 30 * 30 }
    switch step {
    case .at(let instant): return .at(rounded(instant))
    case .advance(let span): return .advance(rounded(span))
    // By a clock that isn't trusted nobody wakes the monitor, so use and presses are met by other shields.
    case .use(let apps, let span):
      return travels ? .advance(rounded(span)) : .use(apps, rounded(span))
    case .press: return travels ? nil : step
    case .sleep(let span): return .sleep(rounded(span))
    case .reboot, .app, .callbacks, .kill, .damage: return nil
    case .edit(let rule, let edits): return .edit(rule, edits.map(\.aligned))
    case .addRule(let key, let rule): return .addRule(key, rule.aligned)
    default: return step
    }
  }
}

extension TraceRule {
  /// The rule with readings at full minutes.
  fileprivate var aligned: TraceRule {
    var aligned = self
    aligned.from = from / 60 * 60
    aligned.to = to / 60 * 60
    return aligned
  }
}

extension TraceEdit {
  /// The edit with readings at full minutes.
  fileprivate var aligned: TraceEdit {
    switch self {
    case .from(let second): .from(second / 60 * 60)
    case .to(let second): .to(second / 60 * 60)
    default: self
    }
  }
}
