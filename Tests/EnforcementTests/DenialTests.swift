import CLinux
import Enforcement
import ExecGuard
import Foundation
import Glibc
import ScreenTimeModel
import TestSupport
import Testing

/// With the real kernel; every marked file is a copy in the test's own folder.
@Suite("Starts that are denied", .serialized)
struct DenialTests {
  private func stage(_ test: String = #function) throws -> Stage? {
    guard Kernel.mayDeny else {
      Skip.say("the kernel lets this user deny no starts", test: test)
      return nil
    }
    return try Stage(test)
  }

  @Test("a shielded program doesn't start by its path, a hard link or a symbolic link")
  func everyName() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    let other = try stage.program("other", of: "/bin/true")
    let hard = stage.scratch.file("hard")
    let soft = stage.scratch.file("soft")
    try FileManager.default.linkItem(atPath: game, toPath: hard)
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: game)
    #expect(try !stage.isDenied(game))
    try stage.shield(game)
    for path in [game, hard, soft] { #expect(try stage.isDenied(path)) }
    #expect(try !stage.isDenied(other))
    stage.shield([])
    for path in [game, hard, soft] { #expect(try !stage.isDenied(path)) }
  }

  @Test("a rule that names a link shields what it leads to")
  func namedByLink() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    let soft = stage.scratch.file("soft")
    try FileManager.default.createSymbolicLink(atPath: soft, withDestinationPath: game)
    try stage.shield(soft)
    #expect(try stage.isDenied(game))
  }

  @Test("a denied start is told with who asked, which app it is, and where")
  func told() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    #expect(try stage.isDenied(game))
    #expect(try stage.turn(until: { !stage.denied.isEmpty }))
    let told = try #require(stage.denied.first)
    #expect(told.uid == geteuid())
    #expect(told.token.rawValue == game)
    #expect(told.executable == game)
    #expect(told.pid > 0)
  }

  @Test("nobody but the supervised users is denied anything")
  func otherUsers() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    guard Files.isProgram("/usr/bin/setpriv") else {
      return Skip.say("there is no setpriv to become another user with")
    }
    Files.open(stage.scratch.path)
    let game = try stage.program()
    let asOther = { (stage: Stage) -> Bool in
      let result = try stage.scratch.start(
        "/usr/bin/setpriv", ["--reuid", "54321", "--clear-groups", game, "0"]
      ).waitForExit()
      return result != 0
    }
    try stage.shield(game)
    #expect(try stage.isDenied(game))
    #expect(try !asOther(stage))
    stage.shield([try stage.target(game)], users: [54_321])
    #expect(try !stage.isDenied(game))
    #expect(try asOther(stage))
  }

  @Test("a program that is replaced, as an update does, is denied again at once")
  func replaced() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    #expect(try stage.isDenied(game))
    let update = try stage.program("game.new", of: "/bin/true")
    #expect(try !stage.isDenied(update))
    try Files.move(update, to: game)
    #expect(try stage.turn(until: { (try? stage.isDenied(game)) == true }))
    stage.shield([])
    #expect(try !stage.isDenied(game))
  }

  @Test("a program that comes into being under a shielded path is denied")
  func comesLater() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let path = stage.scratch.file("games/deep/game")
    try stage.shield(path)
    try stage.scratch.makeFolder("games")
    _ = try stage.turn(until: { false }, within: .milliseconds(20))
    try stage.scratch.makeFolder("games/deep")
    _ = try stage.program("games/deep/game")
    #expect(try stage.turn(until: { (try? stage.isDenied(path)) == true }))
  }

  @Test("a link that is bent to another version shields that one too")
  func bentLink() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let first = try stage.program("game-1")
    let second = try stage.program("game-2", of: "/bin/true")
    let link = stage.scratch.file("game")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first)
    try stage.shield(link)
    #expect(try stage.isDenied(first))
    let new = stage.scratch.file("game.new")
    try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: second)
    try Files.move(new, to: link)
    #expect(try stage.turn(until: { (try? stage.isDenied(second)) == true }))
    #expect(try stage.isDenied(first))
  }

  @Test("a shielded program that is moved away stays shielded, and is free after the shield")
  func movedAway() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    let moved = stage.scratch.file("moved")
    try Files.move(game, to: moved)
    _ = try stage.turn(until: { false }, within: .milliseconds(50))
    #expect(try stage.isDenied(moved))
    try stage.shield(game)
    #expect(try stage.isDenied(moved))
    stage.shield([])
    #expect(try !stage.isDenied(moved))
  }

  @Test("what must never be blocked is not marked, and a fault says why")
  func neverBlocked() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    // A user that nobody is: were the check broken, nobody would be shut out.
    stage.shield([try stage.target("/bin/sh")], users: [54_321])
    #expect(stage.faults.map(\.code) == ["neverBlocked"])
    #expect(stage.enforcer.reports().contains { $0.name == "rules" && !$0.works })
  }

  @Test("a guard that is killed is replaced, and its successor denies the same")
  func killedGuard() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    let first = try #require(stage.enforcer.guardProcess)
    kill(first, SIGKILL)
    #expect(
      try stage.turn(until: {
        stage.enforcer.guardProcess != nil && stage.enforcer.guardProcess != first
      }))
    #expect(try stage.isDenied(game))
    #expect(stage.faults.contains { $0.code == "guardDied" })
  }

  @Test("a guard that hangs is replaced, and no start waits for it longer")
  func hangingGuard() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    let first = try #require(stage.enforcer.guardProcess)
    kill(first, SIGSTOP)
    let second = try stage.program("second")
    stage.shield([try stage.target(game), try stage.target(second)])
    #expect(stage.enforcer.guardProcess != first)
    #expect(stage.faults.contains { $0.code == "guardLate" })
    #expect(try stage.isDenied(game))
    #expect(try stage.isDenied(second))
  }

  @Test("a guard that hangs with nothing to do is found out by its heartbeat")
  func heartbeat() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    try stage.shield(game)
    let first = try #require(stage.enforcer.guardProcess)
    kill(first, SIGSTOP)
    #expect(try stage.turn(until: { stage.enforcer.guardProcess != first }))
    #expect(try stage.isDenied(game))
  }

  @Test("without a service the guard goes on denying for a while, and then leaves")
  func orphanedGuard() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    let guardian = try Guardian()
    let file = try #require(FileIdentity(path: game))
    try guardian.hand(
      GuardTable(
        generation: 1, users: UserRanges([geteuid()...geteuid()]),
        entries: [GuardEntry(file: file, path: game)]))
    #expect(try stage.isDenied(game))
    guardian.hangUp()
    #expect(try stage.isDenied(game))
    #expect(poll(within: .seconds(30)) { guardian.hasEnded })
    #expect(try !stage.isDenied(game))
  }

  @Test("a guard never marks another file than the one it was told of")
  func anotherFile() throws {
    guard let stage = try stage() else { return }
    defer { stage.cleanUp() }
    let game = try stage.program()
    let other = try stage.program("other")
    let guardian = try Guardian()
    defer { guardian.hangUp() }
    let file = try #require(FileIdentity(path: other))
    let failures = try guardian.hand(
      GuardTable(
        generation: 1, users: UserRanges([geteuid()...geteuid()]),
        entries: [
          GuardEntry(file: file, path: game), GuardEntry(file: file, path: "/no/such"),
          GuardEntry(file: file, path: stage.scratch.path),
        ]))
    #expect(failures.map(\.errno) == [ESTALE, ENOENT, EINVAL])
    #expect(try !stage.isDenied(game))
    #expect(try !stage.isDenied(other))
  }

  @Test("a guard that hears nonsense treats its service as gone, and one asked to end ends")
  func nonsense() throws {
    guard try stage() != nil else { return }
    let ended = try Guardian()
    kill(ended.pid, SIGTERM)
    #expect(poll(within: .seconds(30)) { ended.hasEnded })
    let told = try Guardian()
    told.send(GuardCommand.leave.packet)
    #expect(poll(within: .seconds(30)) { told.hasEnded })
    let confused = try Guardian()
    confused.send([99, 1, 2])
    #expect(poll(within: .seconds(30)) { confused.hasEnded })
  }
}

/// A guard program without an enforcer around it.
private final class Guardian {
  let pid: Int32
  private var socket: Int32

  init() throws {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    guard unsafe oal_packet_pair(&ours, &theirs) == 0 else {
      throw StageError("no socket pair")
    }
    defer { close(theirs) }
    socket = ours
    let name = unsafe strdup("execguard")
    defer { unsafe free(name) }
    let arguments = unsafe [name, nil]
    pid = try unsafe oal_spawn_with_descriptor(
      BuiltProgram.path("execguard"), arguments, theirs)
    guard pid > 0 else { throw StageError("execguard was not started") }
  }

  deinit {
    hangUp()
    if !hasEnded { kill(pid, SIGKILL) }
    waitpid(pid, nil, 0)
  }

  func send(_ packet: [UInt8]) {
    _ = unsafe oal_packet_send(socket, packet, packet.count)
  }

  /// Hands a table over and waits until it holds.
  @discardableResult
  func hand(_ table: GuardTable) throws -> [GuardNotice.MarkFailure] {
    for packet in GuardCommand.packets(for: table) { send(packet) }
    var answer: [GuardNotice.MarkFailure]?
    let answered = poll(within: .seconds(30)) {
      if case .applied(_, _, let failures) = receive() { answer = failures }
      return answer != nil
    }
    guard answered, let answer else { throw StageError("the table was not taken") }
    return answer
  }

  private func receive() -> GuardNotice? {
    var buffer = [UInt8](repeating: 0, count: GuardCommand.largestPacket)
    let count = unsafe oal_packet_receive(socket, &buffer, buffer.count)
    return count > 0 ? GuardNotice(packet: buffer[..<Int(count)]) : nil
  }

  func hangUp() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  var hasEnded: Bool {
    var information = unsafe siginfo_t()
    guard unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT | WNOHANG) == 0 else {
      return true
    }
    return unsafe information._sifields._sigchld.si_pid == pid
  }
}
