import Bus
import CivilTime
import EventLoop
import ExtensionSandbox
import Glibc
import ScreenTimeModel
import ScreenTimeProtocol

/// A service with one extension: starts it as the service does, and measures callbacks to it.
final class ExtensionSubject {
  private let program: String
  private let socket: String
  private let groupDirectory: String
  private let loop: EventLoop
  private let server: BusServer
  private let output: Int32
  private let sandbox = ExtensionSandbox(.auto)
  private var pid: Int32 = 0
  private var peer: PeerID?

  /// Measures callbacks to an extension that is there already.
  ///
  /// - Throws: what the bus, the loop or the extension fails with.
  static func warm(_ program: String, socket: String, groupDirectory: String) throws {
    let subject = try ExtensionSubject(program, socket, groupDirectory)
    try subject.startExtension()
    defer { subject.endExtension() }
    try Driver.drive {
      let start = monotonicNanoseconds()
      try subject.call()
      return [monotonicNanoseconds() - start]
    }
  }

  /// Measures from an extension's start to its answer, and its peak resident memory in KiB.
  ///
  /// - Throws: what the bus, the loop or the extension fails with.
  static func cold(_ program: String, socket: String, groupDirectory: String) throws {
    let subject = try ExtensionSubject(program, socket, groupDirectory)
    try Driver.drive(columns: 2) {
      let start = monotonicNanoseconds()
      try subject.startExtension()
      try subject.call()
      let end = monotonicNanoseconds()
      let peak = peakResidentKiB(of: subject.pid)
      subject.endExtension()
      return [end - start, peak]
    }
  }

  private init(_ program: String, _ socket: String, _ groupDirectory: String) throws {
    self.program = program
    self.socket = socket
    self.groupDirectory = groupDirectory
    loop = try EventLoop()
    server = BusServer(
      name: "screentimed", version: "1", registry: ScreenTimeMessages.registry(), loop: loop,
      now: { ActivityCallback.example.now }, role: { _ in .startedExtension })
    output = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    // What an extension asks meanwhile is answered as it expects, without a service's work.
    server.on(StoreChange.self) { (request, _) throws(BusError) -> StoreChange.Reply in
      StoreChange.Reply(settings: StoreSettings().applying(request.changes))
    }
    server.onPeerReady = { [unowned self] in peer = $0.id }
    try server.listen(at: socket)
  }

  private func startExtension() throws {
    peer = nil
    let arguments = [
      "--app-group", groupDirectory, "--service", socket, "--with-parent", "\(getpid())",
    ]
    pid = try sandbox.start(program, arguments, sharing: groupDirectory, output: output)
    guard try loop.run(until: { peer != nil }, within: .seconds(5)) else {
      throw BenchmarkError.failed("\"\(program)\" did not say hello")
    }
  }

  private func call() throws {
    guard let peer else { throw BenchmarkError.failed("the extension is gone") }
    var answer: Result<Quiet, BusError>?
    server.send(ActivityCallback.example, to: peer, within: .seconds(5)) { answer = $0 }
    _ = try loop.run(until: { answer != nil }, within: .seconds(6))
    switch answer {
    case .success: break
    case .failure(let error): throw BenchmarkError.failed("the callback failed: \(error)")
    case nil: throw BenchmarkError.failed("the callback was not answered")
    }
  }

  private func endExtension() {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }
}
