import Bus
import OpenAppLockProtocol
import ScreenTimeModel
import ScreenTimeProtocol
import Simulation

/// Listens while a trace is played, plays it on the reference as well, and compares after each step.
///
/// The player looks at the machine after each step; its last question is for the rules, so that is when
/// a step is over.
final class TraceWatch {
  /// What was found first.
  private(set) var finding: Finding?
  /// What stood after each step that was played, the start first.
  private(set) var views: [MachineView] = []

  private let trace: Trace
  private let claims: TraceClaims
  private weak var machine: InProcessMachine?
  private var reference: ReferenceMachine
  private var platform: PlatformStatus.Reply?
  private var status: StatusReport?
  private var before: StateBytes?
  private var results: [String?] = []

  /// Listens to the play of a trace.
  init(_ trace: Trace, zone: ReferenceZone, on machine: InProcessMachine, _ claims: TraceClaims) {
    self.trace = trace
    self.claims = claims
    self.machine = machine
    reference = ReferenceMachine(trace, zone: zone)
  }

  /// Whether something was found, so that the rest doesn't matter.
  var isOver: Bool { finding != nil }

  // MARK: Listening

  /// A request is about to be sent.
  func willSend(_ request: any BusRequest) {
    guard !isOver, Self.isCommand(request), let machine else { return }
    before = StateBytes(of: machine.stateDirectory)
  }

  /// A request was answered.
  func answered(_ request: any BusRequest, _ reply: Any) {
    guard !isOver else { return }
    switch reply {
    case let reply as PlatformStatus.Reply: platform = reply
    case let reply as StatusReport: status = reply
    case let reply as RuleList.Reply: endStep(reply)
    default: if Self.isCommand(request) { commandDone(request) }
    }
  }

  /// A request was refused.
  func refused(_ request: any BusRequest, _ error: BusError) {
    guard !isOver else { return }
    results.append(Self.code(of: error))
    guard let machine, let before else { return }
    // A document that is damaged may be healed by whoever looks at it.
    if reference.doubts.isEmpty {
      let touched = StateBytes(of: machine.stateDirectory).differences(from: before)
      check(touched.isEmpty) {
        Finding(
          "a refusal changes no byte",
          "\(type(of: request).name) was refused (\(error.code.rawValue)) and changed "
            + touched.joined(separator: ", "))
      }
    }
    if let press = request as? AppPress { pressed(press, isGranted: false, error) }
  }

  private func commandDone(_ request: any BusRequest) {
    results.append(nil)
    if let press = request as? AppPress { pressed(press, isGranted: true, nil) }
  }

  private static func isCommand(_ request: any BusRequest) -> Bool {
    switch request {
    case is AppPress, is RuleUnblock, is RuleEnable, is RuleDisable, is RuleRemove, is RuleEdit,
      is RuleAdd, is ListAdd, is ListEdit, is ListRemove, is SettingsSet:
      true
    default: false
    }
  }

  private static func code(of error: BusError) -> String {
    error.code.rawValue == "usage" ? "invalid" : error.code.rawValue
  }

  // MARK: Presses

  /// A press is granted if and only if the app can be reached afterwards; where nothing shields it there
  /// is nothing to press.
  private func pressed(_ press: AppPress, isGranted: Bool, _ error: BusError?) {
    guard let machine,
      let now = try? machine.platform().request(PlatformStatus(), within: .seconds(60))
    else { return }
    let isShielded = now.shieldedApplications.contains(press.app)
    let app = JSONValue.list([.text(press.app.rawValue)])
    if isGranted {
      check(!isShielded) {
        Finding(
          "a granted press opens", "\(press.app.rawValue) is shielded after it",
          expected: ("open", app))
      }
    } else if !Self.withoutShield.contains(error?.code.rawValue ?? "") {
      check(isShielded) {
        Finding(
          "a refused press opens nothing",
          "\(press.app.rawValue) is open after \(error?.code.rawValue ?? "")",
          expected: ("shielded", app))
      }
    }
  }

  /// What a press is refused with where nothing shields the app.
  private static let withoutShield: Set = ["notShielded", "notScheduled"]

  // MARK: The end of a step

  private func endStep(_ reply: RuleList.Reply) {
    guard let machine, let platform, let status else { return }
    let number = views.count
    do {
      let view = try MachineView(
        of: machine, platform: platform, status: status, rules: reply.rules,
        monitored: monitoredBefore(number))
      var outcome = ReferenceOutcome.done
      if number > 0 {
        reference.wasCarriedOut = results.allSatisfy { $0 == nil }
        outcome = reference.play(
          trace.steps[number - 1], shieldedBefore: views[number - 1].shielded)
      }
      let isHealing = reference.wasHealed
      if isHealing { reference.learn(from: view) }
      let checks = TraceChecks(
        reference: reference, view: view, before: views.last, claims: claims,
        step: number > 0 ? trace.steps[number - 1] : nil, isHealing: isHealing)
      try checks.outcome(outcome, results)
      try checks.all()
      reference.learn(from: view)
      try promises.hold(in: view, reference)
      promises.note(reference, view)
      views.append(view)
    } catch let error as Finding {
      note(error)
    } catch {
      note(Finding("the machine answers", "\(error)"))
    }
    results = []
    before = nil
  }

  private var promises = HardPromises()

  /// What was monitored before a step that can't change it.
  private func monitoredBefore(_ number: Int) -> [String: Int]? {
    guard number > 0 else { return nil }
    switch trace.steps[number - 1] {
    case .unblock, .enable, .disable, .delete, .edit, .addRule, .addList, .editList, .deleteList,
      .uninstallProtection, .app(isOpen: true):
      return nil
    default: return views.last?.monitored
    }
  }

  private func check(_ holds: Bool, _ finding: () -> Finding) {
    if !holds { note(finding()) }
  }

  private func note(_ found: Finding) {
    guard finding == nil else { return }
    var found = found
    found.step = views.count
    finding = found
  }
}
