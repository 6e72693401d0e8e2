import Arguments
import EventLoop
import FamilyDevice
import FamilyShared
import Glibc
import PolicyCore

/// Asks the server, and goes on enforcing: `family-device sync` and `family-device run`.
enum SyncCommands {
  /// How often what holds is made true, whatever happened meanwhile.
  private static let lookPause = Duration.seconds(60)

  private static let every = Option(
    "every", "SECONDS", "How often the server is asked, 10 to 86400; 300 otherwise",
    ValueParser<Int>.integer(in: 10...86_400))

  static let sync = Command<ProgramAction>(
    "sync", "Asks the server what holds, and makes it hold",
    does: { typed in try syncAndSay(try Place(typed).device()) }
  ) {
    Place.state
    Place.service
  }

  static let run = Command<ProgramAction>(
    "run", "Keeps the policy true, and asks the server now and then, until it is told to end",
    does: { typed in
      try keepTrue(
        try Place(typed), asking: .seconds(try typed.value(of: every) ?? 300))
    }
  ) {
    Place.state
    Place.service
    every
  }

  /// Asks the server and says what came of it.
  ///
  /// - Parameter greeting: What there is to say before that, once the server's word was taken.
  static func syncAndSay(
    _ device: ChildDevice, greeting: (FamilySnapshot) -> String? = { _ in nil }
  ) throws {
    let report = try device.sync()
    tell(report)
    try require(report)
    if let snapshot = try device.state().snapshot, let words = greeting(snapshot) { print(words) }
    print(try StatusCommand.text(of: device))
  }

  /// Says what came of answers that were given earlier, and what is wrong with the clock.
  static func tell(_ report: ChildDevice.SyncReport) {
    switch report.lateOutcome {
    case nil: break
    case .graded(let outcome)?:
      print("Your last answers did arrive. " + ChallengeCommand.words(for: outcome))
    case .tooLate(let reason)?: print("Your last answers came too late: \(reason).")
    }
    if let trouble = report.clockTrouble {
      print("Mind the clock: \(trouble). What was earned counts on the server's day only.")
    }
  }

  private static func require(_ report: ChildDevice.SyncReport) throws(DeviceError) {
    guard let refusal = report.refusal else { return }
    throw DeviceError(.badAnswer, "the server's word was refused: \(refusal)")
  }

  private static func keepTrue(_ place: Place, asking pause: Duration) throws {
    let loop = try EventLoop()
    for ending in [SIGTERM, SIGINT, SIGHUP] { try loop.onSignal(ending) { loop.stop() } }
    let device = try place.device()
    _ = try device.requireCredentials()
    let complaints = Complaints()
    func ask() {
      complaints.attempt("asking the server") { () throws(DeviceError) in
        let report = try device.sync()
        tell(report)
        try require(report)
      }
      loop.after(pause) { ask() }
    }
    func look() {
      complaints.attempt("enforcing") { () throws(DeviceError) in try device.enforce() }
      loop.after(lookPause) { look() }
    }
    ask()
    loop.after(lookPause) { look() }
    print("\(FamilyDeviceProgram.name): running")
    fflush(nil)
    try loop.run()
  }
}
