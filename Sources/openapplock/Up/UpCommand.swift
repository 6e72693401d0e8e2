import Arguments
import EventLoop
import Glibc
import OpenAppLock

/// The command `openapplock up`.
enum UpCommand {
  /// The command.
  static let command = Command<Action>(
    "up", "Starts everything in the foreground: platform, app, extensions on demand",
    details: "It runs until Ctrl-C or SIGTERM and then lets everything go that it held.",
    does: up
  ) {
    UpOptions.all
  }

  private static func up(_ invocation: Invocation) throws {
    let options = try UpOptions(invocation.arguments)
    let layout = invocation.instance.layout
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    try InstanceFolder.prepare(layout)
    let lock = try InstanceFolder.lock(layout.upLock, "openapplock up")
    let folder = try OwnProgram.folder()
    try describeExtensions(in: folder, for: layout)
    let loop = try EventLoop()
    let run = UpRun(services(layout, options, folder), layout, loop, invocation.output)
    for signal in [SIGTERM, SIGINT, SIGHUP] { try loop.onSignal(signal) { run.stop() } }
    run.start()
    try loop.run()
    _ = consume lock
    if let failure = run.failure { throw failure }
  }

  /// The extensions that lie beside this program; the others are said to be missing.
  private static func describeExtensions(in folder: String, for layout: StateLayout) throws {
    let (found, missing) = BundledExtensions.manifests(in: folder)
    for path in missing {
      Output.say("openapplock: \(path) is not there; shields and callbacks go without it")
    }
    try BundledExtensions.write(found, to: layout.extensions)
  }

  /// The platform first, because without it the app has nobody to talk to.
  ///
  /// Stopping goes the other way round, and both together stay within two seconds.
  private static func services(
    _ layout: StateLayout, _ options: UpOptions, _ folder: String
  ) -> [SupervisedService] {
    let places = ["--state", layout.state, "--run", layout.run]
    let parent = ["--with-parent", String(getpid())]
    return [
      SupervisedService(
        name: "screentimed", path: folder + "/screentimed",
        arguments: places + options.platformArguments + parent, socket: layout.platformSocket,
        grace: .milliseconds(1650)),
      SupervisedService(
        name: "app", path: folder + "/openapplock",
        arguments: ["--state", layout.state, "serve", "--run", layout.run] + parent,
        socket: layout.appSocket, grace: .milliseconds(250)),
    ]
  }
}
