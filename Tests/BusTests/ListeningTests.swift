import Bus
import EventLoop
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Where a server listens", .timeLimit(.minutes(1)))
struct ListeningTests {
  /// What listening at a path throws.
  private func refusal(at path: String) throws -> BusError? {
    let service = TestService(try EventLoop())
    defer { service.server.close() }
    do throws(BusError) {
      try service.server.listen(at: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("the socket and its lock are there while it listens, and gone afterwards")
  func files() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let service = TestService(try EventLoop())
    try service.server.listen(at: scratch.file("bus.sock"))
    #expect(try scratch.names() == ["bus.sock", "bus.sock.lock"])
    for name in try scratch.names() {
      var status = stat()
      #expect(unsafe lstat(scratch.file(name), &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name) is for its owner only")
    }
    service.server.close()
    #expect(try scratch.names() == [])
  }

  @Test("a folder that others may write to is refused", arguments: [0o720, 0o702, 0o777])
  func looseFolder(_ mode: UInt32) throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("run")
    #expect(unsafe chmod(folder, mode) == 0)
    let error = try refusal(at: folder + "/bus.sock")
    #expect(error?.code == .unsafeFolder)
    #expect(error?.message == "others may write to the folder \"\(folder)\"")
    #expect(error?.hint == "chmod 700 \"\(folder)\"")
    #expect(try scratch.names(in: "run") == [])
  }

  @Test("a folder that isn't there, is a link or a file is refused")
  func noFolder() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    try scratch.makeFolder("real")
    #expect(unsafe symlink(scratch.file("real"), scratch.file("link")) == 0)
    try scratch.write("", to: "file")
    for name in ["missing", "link", "file"] {
      #expect(try refusal(at: scratch.file(name) + "/bus.sock")?.code == .unsafeFolder)
    }
  }

  @Test("a folder of somebody else is refused", .enabled(if: geteuid() == 0))
  func foreignFolder() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let folder = try scratch.makeFolder("run")
    #expect(unsafe chown(folder, 4711, 4711) == 0)
    let error = try refusal(at: folder + "/bus.sock")
    #expect(error?.code == .unsafeFolder)
    #expect(error?.message == "the folder \"\(folder)\" belongs to user 4711, not to 0")
  }

  @Test("a second server on the path is refused, and the first goes on")
  func second() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    try ServiceThread.run(at: path) {
      #expect(try refusal(at: path)?.code == .alreadyRunning)
      let client = try Bus.connect(to: path, as: "client", version: "1")
      #expect(try client.request(Ping(), within: .seconds(30)) == Acknowledged())
    }
    #expect(try refusal(at: path) == nil)
  }

  @Test("a socket that a dead server left is replaced; anything else is left alone")
  func stale() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    close(dead)
    let unreachable = #expect(throws: BusError.self) {
      try Bus.connect(to: path, as: "client", version: "1")
    }
    #expect(unreachable?.code == .unreachable)
    #expect(try refusal(at: path) == nil)
    try scratch.write("mine", to: "bus.sock")
    #expect(try refusal(at: path)?.message == "\"\(path)\" is there already and is not a socket")
    #expect(try scratch.read("bus.sock") == "mine")
  }

  @Test(
    "a path that can't be a socket's is refused",
    arguments: ["", "bus.sock", "@abstract", "/tmp/", "/tmp/" + String(repeating: "x", count: 99)])
  func badPath(_ path: String) throws {
    #expect(try refusal(at: path)?.code == .invalid)
  }

  @Test("where nobody serves, a client knows at once")
  func nobody() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("bus.sock")
    let error = #expect(throws: BusError.self) {
      try Bus.connect(to: path, as: "client", version: "1", within: .seconds(3600))
    }
    #expect(error?.code == .unreachable)
    #expect(
      error?.message == "could not reach the service at \"\(path)\": No such file or directory")
    #expect(error?.hint?.isEmpty == false)
    #expect(throws: BusError.self) { try Bus.subscribeTap(at: path, within: .seconds(3600)) }
  }
}
