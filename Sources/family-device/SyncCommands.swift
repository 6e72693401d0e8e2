import Arguments
import EventLoop
import FamilyDevice
import Glibc

/// Asks the server, and goes on enforcing: `family-device sync` and `family-device run`.
enum SyncCommands {
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
  static func syncAndSay(_ device: ChildDevice) throws {
    switch try device.sync() {
    case .taken: print(StatusCommand.line(try device.status(), try device.state()))
    case .refused(let reason):
      throw DeviceError(.badAnswer, "the server's word was refused: \(reason)")
    }
  }

  private static func keepTrue(_ place: Place, asking pause: Duration) throws {
    let loop = try EventLoop()
    for ending in [SIGTERM, SIGINT, SIGHUP] { try loop.onSignal(ending) { loop.stop() } }
    let device = try place.device()
    _ = try device.requireCredentials()
    var lastComplaint: DeviceError?
    /// What goes wrong again and again is said once.
    func attempt(_ work: () throws(DeviceError) -> Void) {
      do {
        try work()
        lastComplaint = nil
      } catch {
        if error != lastComplaint { FamilyDeviceProgram.say(error) }
        lastComplaint = error
      }
    }
    func ask() {
      attempt { () throws(DeviceError) in
        if case .refused(let reason) = try device.sync() {
          throw DeviceError(.badAnswer, "the server's word was refused: \(reason)")
        }
      }
      loop.after(pause) { ask() }
    }
    func look() {
      attempt { () throws(DeviceError) in try device.enforce() }
      loop.after(.seconds(60)) { look() }
    }
    ask()
    loop.after(.seconds(60)) { look() }
    print("\(FamilyDeviceProgram.name): running")
    fflush(nil)
    try loop.run()
  }
}
