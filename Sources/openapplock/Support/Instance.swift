import Bus
import Glibc
import OpenAppLock

/// The instance that a command is about.
struct Instance {
  /// Where it keeps what.
  let layout: StateLayout

  /// Finds the instance: `--state` before `OPENAPPLOCK_STATE` before the user's own.
  ///
  /// - Throws: `usage` where none of these gives a directory.
  init(state: String?, environment: [String: String]) throws(Failure) {
    if let chosen = state ?? environment["OPENAPPLOCK_STATE"] {
      guard !chosen.isEmpty else { throw .usage("--state needs a directory") }
      layout = StateLayout(state: try Self.absolute(chosen))
    } else if geteuid() == 0 {
      layout = StateLayout(state: "/var/lib/openapplock", run: "/run/openapplock")
    } else {
      layout = StateLayout(state: try Self.userState(environment))
    }
  }

  private static func userState(_ environment: [String: String]) throws(Failure) -> String {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
      return folder + "/openapplock"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw .usage(
        "neither --state nor XDG_STATE_HOME nor HOME says where to keep things",
        hint: "openapplock --state DIR …")
    }
    return home + "/.local/state/openapplock"
  }

  private static func absolute(_ path: String) throws(Failure) -> String {
    var trimmed = path
    while trimmed.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    if trimmed.hasPrefix("/") { return trimmed }
    guard let current = unsafe getcwd(nil, 0) else {
      throw Failure("notStored", "the current directory is gone, so \"\(path)\" is nowhere")
    }
    defer { unsafe free(current) }
    let folder = unsafe String(cString: current)
    return folder == "/" ? "/" + trimmed : folder + "/" + trimmed
  }

  // MARK: Services

  /// Asks the app.
  ///
  /// - Throws: what it answered, or `unavailable`.
  func askApp<R: BusRequest>(_ request: R) throws(Failure) -> R.Reply {
    try ask(request, at: layout.appSocket, service: "the app's service")
  }

  /// Asks the Screen Time service.
  ///
  /// - Throws: what it answered, or `unavailable`.
  func askPlatform<R: BusRequest>(
    _ request: R, within limit: Duration = .seconds(30)
  ) throws(Failure) -> R.Reply {
    try ask(request, at: layout.platformSocket, service: "screentimed", within: limit)
  }

  private func ask<R: BusRequest>(
    _ request: R, at socket: String, service: String, within limit: Duration = .seconds(30)
  ) throws(Failure) -> R.Reply {
    let connection: any BusConnection
    do {
      connection = try Bus.connect(to: socket, as: "openapplock-cli", version: openAppLockVersion)
    } catch {
      let failure = Failure(error, service: service)
      // Where nobody listens, whoever types knows commands and not services.
      guard error.code == .unreachable else { throw failure }
      throw .unavailable(
        failure.message, hint: "openapplock up starts everything; --state names another instance")
    }
    defer { connection.close() }
    do {
      return try connection.request(request, within: limit)
    } catch {
      throw Failure(error, service: service)
    }
  }
}
