import ExecGuard
import Glibc
import TestSupport
import Testing

@testable import Enforcement

@Suite("What is read of processes")
struct ProcessReadingTests {
  @Test("a name with spaces and brackets doesn't shift what comes after it")
  func oddName() throws {
    let fields = "T 77 77 77 34816 77 4194304 0 0 0 0 0 0 0 0 20 0 1 0 123456 0 0"
    let status = try #require(ProcessStatus(parsing: Array("9 (a) (b c) \(fields)".utf8)))
    #expect(status.name == "a) (b c")
    #expect(status.isStopped)
    #expect(status.parent == 77)
    #expect(status.terminal == 34_816)
    #expect(status.startTime == 123_456)
  }

  @Test("a text that is cut is refused", arguments: ["", "9 (a", "9 (a) S 1", ") ("])
  func cut(_ text: String) {
    #expect(ProcessStatus(parsing: Array(text.utf8)) == nil)
  }

  @Test("the first process, this one and those that started it are never touched")
  func untouchable() {
    let pids = ProcessTable.untouchable()
    #expect(pids.isSuperset(of: [1, getpid(), getppid()]))
  }

  @Test(
    "the journal is read as it was written, without what is damaged, and none of another boot is")
  func journal() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let journal = StopJournal(folder: scratch.path)
    #expect(journal.read().isEmpty)
    let entries = [
      StopJournal.Entry(identity: .init(pid: 5, startTime: 6), wasStopped: false),
      StopJournal.Entry(identity: .init(pid: 7, startTime: 8), wasStopped: true),
    ]
    #expect(journal.note(entries) == nil)
    #expect(journal.read() == entries)
    #expect(journal.strike([entries[0]]) == nil)
    #expect(journal.read() == [entries[1]])
    let text = try scratch.read("stopped")
    try scratch.write(text + "damaged\n+ 11 12 running\n+ 9 1", to: "stopped")
    #expect(journal.read().map(\.identity.pid) == [7, 11])
    journal.clear()
    #expect(journal.read().isEmpty)
    try scratch.write("openapplock-stopped 1 other-boot\n+ 5 6 running\n", to: "stopped")
    #expect(journal.read().isEmpty)
  }

  @Test("the unified tree is found beside others, also under a name with spaces")
  func mounts() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let mounts = try scratch.write(
      """
      tmpfs /sys/fs/cgroup tmpfs rw 0 0
      cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0
      cgroup2 /sys/fs/uni\\040fied cgroup2 rw 0 0
      """, to: "mounts")
    let tree = try #require(CgroupTree(instance: "abc", mounts: mounts))
    #expect(tree.mount == "/sys/fs/uni fied")
    let cage = tree.cage(in: "/user.slice/app.scope", for: "/opt/game")
    #expect(cage.hasPrefix("/sys/fs/uni fied/user.slice/app.scope/openapplock-abc."))
    #expect(tree.isCage(cage))
    #expect(tree.origin(of: cage) == "/sys/fs/uni fied/user.slice/app.scope")
    #expect(tree.cage(in: "/", for: "x").hasPrefix("/sys/fs/uni fied/openapplock-abc."))
    #expect(!tree.isCage("/sys/fs/uni fied/openapplock-other.x.frozen"))
    let none = try scratch.write("tmpfs / tmpfs rw 0 0\n", to: "none")
    #expect(CgroupTree(instance: "abc", mounts: none) == nil)
  }

  @Test(
    "a snap's label names the snap",
    arguments: [("snap.firefox.firefox", "firefox"), ("snap.x.y.z", "x"), ("snap", nil)]
      as [(String, String?)])
  func snaps(_ label: String, _ name: String?) {
    #expect(ProcessFacts.snapName(label[...]) == name)
  }

  @Test("the ids that are lent to a supervised user are his")
  func subordinates() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    let accounts = try scratch.write(
      "root:x:0:0::/root:/bin/sh\nkid:x:1001:1001::/home/kid:/bin/sh\n", to: "passwd")
    let lent = try scratch.write(
      "kid:100000:65536\nroot:300000:10\n1002:400000:5\nbroken\nkid:4294967295:9\n", to: "subuid")
    let ranges = SupervisedUsers.uids([0, 1_001]).rangesWithSubordinates(
      lent: lent, accounts: accounts)
    #expect(ranges.ranges == [0...0, 1_001...1_001, 100_000...165_535])
  }
}
