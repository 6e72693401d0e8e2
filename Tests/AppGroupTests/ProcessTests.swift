import AppGroup
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Several processes and one app group")
struct ProcessTests {
  @Test("two that update the same document at once lose nothing")
  func nothingIsLost() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("document-writer")
    let group = try scratch.makeGroup()
    let writers = try (0..<2).map { _ in
      try scratch.start(program, ["count", group.directory, "150", "2000"])
    }
    for writer in writers {
      #expect(try writer.waitForExit(within: .seconds(90)) == 0, "\(writer.output.suffix(200))")
    }
    let counter = try #require(try group.read(Counter.document).content)
    #expect(counter.count == 300)
    #expect(counter.isWhole)
    let printed = writers.flatMap { $0.output.split(separator: "\n").compactMap { Int($0) } }
    #expect(printed.sorted() == Array(1...300))
  }

  @Test("threads of one process exclude each other too")
  func threads() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<25 {
        do {
          _ = try group.update(Counter.document, default: Counter(), within: .seconds(60)) {
            $0.count += 1
          }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    #expect(try group.read(Counter.document).content?.count == 100)
  }

  @Test("killed at any moment, a writer leaves the old content or the new one, and no lock")
  func killed() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let program = try BuiltProgram.path("document-writer")
    let group = try scratch.makeGroup()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<25 {
      let writer = try scratch.start(program, ["count", group.directory, "1000000", "16384"])
      try writer.waitForLine(containing: "")
      usleep(UInt32.random(in: 0...15_000, using: &random))
      writer.kill()
      #expect(try writer.waitForExit() == .signalled(SIGKILL))
      let state = try group.read(Counter.document)
      guard case .read(let counter) = state else {
        Issue.record("after the kill: \(state)")
        return
      }
      let acknowledged = writer.output.split(separator: "\n").compactMap { Int($0) }.last ?? 0
      #expect(counter.isWhole)
      // The one after the last that was acknowledged may have been written before the kill.
      #expect((acknowledged...acknowledged + 1).contains(counter.count))
      _ = try group.update(Counter.document, default: Counter(), within: .seconds(30)) {
        $0.filler = ""
      }
    }
    #expect(try scratch.documents().allSatisfy { !$0.contains("damaged") })
  }

  @Test("waiting for the lock ends at its deadline and names the holder")
  func lockTimeout() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    let holder = try scratch.start(
      try BuiltProgram.path("document-writer"), ["hold", group.directory])
    try holder.waitForLine(containing: "locked")
    let error = groupError {
      _ = try group.update(Note.document, default: Note(text: "")) { _ in
        Issue.record("the lock was not held")
      }
    }
    #expect(error?.code == .lockTimeout)
    #expect(error?.message.contains("process \(holder.pid)") == true)
    #expect(error?.message.contains("5.0 seconds") == true)
    // Reading needs no lock.
    #expect(try group.read(Note.document) == .missing)
    holder.kill()
    try holder.waitForExit()
    try group.replace(Note.document, with: Note(text: "one"))
  }

  @Test("a lock file that was removed and made anew is the one that counts")
  func replacedLock() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.withLock {
      try FileManager.default.removeItem(atPath: scratch.file("group/.lock"))
    }
    let holder = try scratch.start(
      try BuiltProgram.path("document-writer"), ["hold", group.directory])
    try holder.waitForLine(containing: "locked")
    #expect(groupError { try group.withLock(within: .milliseconds(20)) {} }?.code == .lockTimeout)
  }
}
