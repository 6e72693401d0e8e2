import Foundation
import Glibc

/// A PostgreSQL server of the tests' own: its data in a scratch folder, reached by a socket in it.
///
/// One for a whole test process, started when it is first asked for. It ends with that process,
/// however that ends.
///
/// `@unchecked`: the scratch is touched when the server is made, and by the process's one end.
package final class PostgresServer: @unchecked Sendable {
  /// The server, or why there is none here.
  package static let shared = Result { try PostgresServer() }

  private static let account = "postgres"

  private let scratch: Scratch

  private init() throws {
    guard let programs = Self.programs else {
      throw TestSupportError("PostgreSQL's server is not installed")
    }
    guard isRoot, let entry = unsafe getpwnam(Self.account) else {
      throw TestSupportError("starting it as the account \(Self.account) needs root")
    }
    let (uid, gid) = unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    scratch = try Scratch("postgres")
    _ = unsafe chmod(scratch.path, 0o711)
    for path in [try scratch.makeFolder("data"), try scratch.makeFolder("socket")] {
      guard unsafe chown(path, uid, gid) == 0 else {
        throw TestSupportError.system("hand \(path) over")
      }
    }
    let become = "/usr/bin/setpriv --reuid=\(uid) --regid=\(gid) --clear-groups"
    let made = try runToEnd(
      "/bin/sh",
      [
        "-c",
        "exec \(become) \(programs)/initdb --pgdata=\(scratch.file("data")) --auth=trust"
          + " --no-sync --encoding=UTF8 --locale=C",
      ], within: .seconds(90))
    guard made.status == 0 else { throw TestSupportError("initdb failed: \(made.err)") }
    // The server lets go of whoever started it, so somebody has to look whether that is still there.
    let server = try scratch.start(
      "/bin/sh",
      [
        "-c",
        """
        \(become) \(programs)/postgres -D \(scratch.file("data")) -k \(scratch.file("socket")) \
          -c listen_addresses= -c fsync=off -c shared_buffers=16MB -c max_connections=60 \\
          -c dynamic_shared_memory_type=mmap &
        while kill -0 \(getpid()); do sleep 1; done 2>/dev/null
        kill -QUIT $!
        """,
      ])
    try server.waitForLine(containing: "ready to accept connections", within: .seconds(60))
    atexit { if case .success(let server) = PostgresServer.shared { server.stop() } }
  }

  /// Ends the server, so that it gives back what it has of the machine's shared memory.
  private func stop() {
    let file = scratch.file("data/postmaster.pid")
    if let text = try? String(contentsOfFile: file, encoding: .utf8),
      let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    {
      kill(pid, SIGQUIT)
      _ = poll(within: .seconds(10)) { kill(pid, 0) != 0 }
    }
    scratch.cleanUp()
  }

  /// Makes an empty database and hands back its address.
  package func database() throws -> String {
    let name = "test\(UInt64.random(in: 0...UInt64.max))"
    let made = try runToEnd(
      "/usr/bin/psql", [address("postgres"), "--no-psqlrc", "-qc", "CREATE DATABASE \(name)"],
      within: .seconds(60))
    guard made.status == 0 else { throw TestSupportError("no database: \(made.err)") }
    return address(name)
  }

  private func address(_ name: String) -> String {
    let socket = scratch.file("socket").replacingOccurrences(of: "/", with: "%2F")
    return "postgresql://\(Self.account)@\(socket)/\(name)"
  }

  private static var programs: String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted().last.map { "\(root)/\($0)/bin" }
  }
}
