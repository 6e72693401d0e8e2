import AppGroup
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What an app group refuses")
struct SafetyTests {
  @Test(
    "links, folders and pipes in a document's place are refused, and what they lead to is untouched"
  )
  func wrongTypes() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    let victim = try scratch.write("precious", to: "victim")
    let place = scratch.file("group/note.json")
    let makers: [() -> Int32] = [
      { unsafe symlink(victim, place) }, { unsafe symlink("/nonexistent", place) },
      { unsafe mkdir(place, 0o700) }, { unsafe mkfifo(place, 0o600) },
    ]
    for make in makers {
      try #require(make() == 0)
      #expect(groupError { try group.read(Note.document) }?.code == .wrongType)
      let update = groupError {
        _ = try group.update(Note.document, default: Note(text: "new")) { $0.text += "!" }
      }
      #expect(update?.code == .wrongType)
      #expect(update?.message.contains(place) == true)
      #expect(try scratch.read("victim") == "precious")
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test("a link in the lock's place is refused")
  func linkedLock() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try #require(unsafe symlink(scratch.file("elsewhere"), scratch.file("group/.lock")) == 0)
    #expect(groupError { try group.withLock {} }?.code == .wrongType)
    #expect(try !scratch.names().contains("elsewhere"))
  }

  @Test("what a killed writer left in the way is cleared, also when it is a link")
  func leftovers() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    let victim = try scratch.write("precious", to: "victim")
    try #require(unsafe symlink(victim, scratch.file("group/.note.new")) == 0)
    try scratch.write("half", to: "group/.note.kept")
    try group.replace(Note.document, with: Note(text: "two"))
    #expect(try scratch.read("victim") == "precious")
    #expect(try group.read(Note.document) == .read(Note(text: "two")))
    #expect(try scratch.text("note.previous.json").contains("one"))
    #expect(try scratch.documents() == ["note.json", "note.previous.json"])
  }

  @Test("a directory that is missing, linked, open to others or a file is refused")
  func directories() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let path = scratch.file("group")
    #expect(groupError { try AppGroup(at: path, creating: false) }?.code == .noDirectory)
    try scratch.makeFolder("real")
    try #require(unsafe symlink(scratch.file("real"), path) == 0)
    for creating in [true, false] {
      #expect(groupError { try AppGroup(at: path, creating: creating) }?.code == .wrongType)
    }
    try FileManager.default.removeItem(atPath: path)
    try scratch.write("", to: "group")
    #expect(groupError { try AppGroup(at: path, creating: true) }?.code == .wrongType)
    try FileManager.default.removeItem(atPath: path)
    _ = try AppGroup(at: path, creating: true)
    try #require(unsafe chmod(path, 0o750) == 0)
    let loose = groupError { try AppGroup(at: path, creating: true) }
    #expect(loose?.code == .openToOthers)
    #expect(loose?.hint == "chmod 700 \(path)")
  }

  @Test("missing folders above are made for their owner alone")
  func creating() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    _ = try AppGroup(at: scratch.file("state/app/group"), creating: true)
    for folder in ["state", "state/app", "state/app/group"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file(folder))
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("a directory that was removed is an error, not a group without documents")
  func removed() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try FileManager.default.removeItem(atPath: scratch.file("group"))
    #expect(groupError { try group.read(Note.document) }?.code == .noDirectory)
    #expect(groupError { try group.withLock {} }?.code == .noDirectory)
  }

  @Test(
    "what belongs to another user is refused", .enabled(if: isRoot, "needs root to give files away")
  )
  func foreignOwner() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let group = try scratch.makeGroup()
    try group.replace(Note.document, with: Note(text: "one"))
    try #require(unsafe chown(scratch.file("group/note.json"), 65_534, 65_534) == 0)
    let error = groupError { try group.read(Note.document) }
    #expect(error?.code == .foreignOwner)
    #expect(error?.message.contains("65534") == true)
    try #require(unsafe chown(scratch.file("group"), 65_534, 65_534) == 0)
    #expect(
      groupError { try AppGroup(at: scratch.file("group"), creating: true) }?.code
        == .foreignOwner)
  }

  @Test(
    "a full disk leaves the content before intact and says so",
    .enabled(if: isRoot, "needs root to mount a small disk"))
  func fullDisk() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let disk = try scratch.makeFolder("disk")
    let mount = try runToEnd(
      "/bin/mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", disk])
    guard mount.status == 0 else {
      Skip.say("no small disk can be mounted here: \(mount.err)")
      return
    }
    scratch.onCleanUp { _ = try? runToEnd("/bin/umount", ["-l", disk]) }
    let group = try AppGroup(at: disk, creating: false)
    try group.replace(Counter.document, with: Counter(count: 1, filler: "1"))
    let error = groupError {
      _ = try group.update(Counter.document, default: Counter()) { counter in
        counter = Counter(count: 2, filler: String(repeating: "2", count: 100_000))
      }
    }
    #expect(error?.code == .diskFull)
    #expect(error?.hint != nil)
    #expect(try group.read(Counter.document) == .read(Counter(count: 1, filler: "1")))
    // The failed attempt gave its room back.
    try group.replace(Counter.document, with: Counter(count: 3, filler: "3"))
    #expect(try group.read(Counter.document) == .read(Counter(count: 3, filler: "3")))
  }
}
