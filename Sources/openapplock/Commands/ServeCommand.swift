import Arguments
import Bus
import CLinux
import EventLoop
import Glibc
import OpenAppLock
import ScreenTimeClient

/// The command `openapplock serve`.
enum ServeCommand {
  private static let parent = Option(
    "with-parent", "PID", "Ends when this process, which started it, ends",
    ValueParser<Int>.integer(in: 1...Int(Int32.max)))
  private static let run = Option(
    "run", "DIR", "The folder of the sockets, where it isn't the state's own", .text)

  /// The command.
  static let command = Command<Action>(
    "serve", "Runs the app's service alone, against a screentimed that runs already",
    details:
      "It serves until SIGTERM. While screentimed is away, changes are stored and enforced later.",
    does: serve
  ) {
    run
    parent
  }

  private static func serve(_ invocation: Invocation) throws {
    let layout =
      try invocation.arguments.value(of: run)
      .map { StateLayout(state: invocation.instance.layout.state, run: $0) }
      ?? invocation.instance.layout
    if let parent = try invocation.arguments.value(of: parent) {
      guard oal_end_with_parent(Int32(parent)) == 1 else { return }  // It ended before we began.
    }
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    try InstanceFolder.prepare(layout)
    let lock = try InstanceFolder.lock(layout.serveLock, "openapplock serve")
    let loop = try EventLoop()
    // Before anybody can find the socket and take the service for one that can be asked to end.
    for signal in [SIGTERM, SIGINT] { try loop.onSignal(signal) { loop.stop() } }
    let service = try service(layout, on: loop)
    service.start()
    Output.say("openapplock: serving \(layout.appSocket)")
    try loop.run()
    service.stop()
    _ = consume lock
  }

  private static func service(_ layout: StateLayout, on loop: EventLoop) throws -> AppService {
    let service = try AppService(
      of: layout, on: loop, role: role,
      connect: { () throws(BusError) in
        try ScreenTimeSession.connect(
          socket: layout.platformSocket, as: "openapplock", version: openAppLockVersion,
          group: layout.groupIdentity, within: .seconds(2))
      })
    do {
      try service.listen(at: layout.appSocket)
    } catch {
      throw Failure(error.code.rawValue, error.message, hint: error.hint)
    }
    return service
  }

  /// Whoever runs the instance, and the administrator; the folder of the sockets keeps others out.
  private static func role(_ caller: Credentials) -> Role? {
    if caller.uid == 0 { return .root }
    return caller.uid == geteuid() ? .serviceUser : nil
  }
}
