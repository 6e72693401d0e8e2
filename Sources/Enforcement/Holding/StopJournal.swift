import Glibc

/// The processes that are stopped by a signal, on disk before they are.
///
/// A stopped process looks the same whoever stopped it, so that a life of the service that was
/// killed has to leave word for the next one. It need not survive a power cut: neither do the
/// processes, and the machine's boot id says so.
///
/// Lines are only ever added, until nothing is stopped and the file goes: that takes microseconds,
/// where putting a new file in the old one's place takes milliseconds on a journaling file system.
struct StopJournal {
  /// A stopped process.
  struct Entry: Hashable {
    let identity: ProcessIdentity
    /// Whether it was stopped before we did, and stays so when we let go.
    let wasStopped: Bool
  }

  private let path: String
  private let boot: String

  private static let heading = "openapplock-stopped 1"

  /// Keeps the journal in `folder`.
  init(folder: String) {
    path = folder + "/stopped"
    boot =
      (FileSystem.text(of: "/proc/sys/kernel/random/boot_id", atMost: 64) ?? "")
      .filter { $0 != "\n" }
  }

  /// What an earlier life of this boot left; nothing for a journal that isn't ours to trust.
  func read() -> [Entry] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [] }
    defer { close(file) }
    guard Self.isOurs(file), let bytes = FileSystem.bytes(of: file, atMost: 1 << 22) else {
      return []
    }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    // What isn't ended was being written when its writer was killed; its process was not stopped.
    lines.removeLast()
    guard lines.first == "\(Self.heading) \(boot)" else { return [] }
    var entries: [Entry] = []
    for line in lines.dropFirst() { Self.take(line, &entries) }
    return entries
  }

  /// Notes that these are going to be stopped.
  ///
  /// Returns the reason when that fails.
  func note(_ entries: [Entry]) -> Int32? {
    append(entries.map { "+ " + Self.line($0) })
  }

  /// Notes that these are not stopped by us any more.
  func strike(_ entries: [Entry]) -> Int32? {
    append(entries.map { "- " + Self.line($0) })
  }

  /// Removes the journal: nothing is stopped.
  func clear() {
    _ = unsafe unlink(path)
  }

  private func append(_ lines: [String]) -> Int32? {
    guard !lines.isEmpty else { return nil }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let file = unsafe open(path, flags, 0o600)
    guard file >= 0 else { return errno }
    defer { close(file) }
    guard Self.isOurs(file) else { return EPERM }
    let heading = lseek(file, 0, SEEK_END) == 0 ? ["\(Self.heading) \(boot)"] : []
    let text = (heading + lines).joined(separator: "\n") + "\n"
    return unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count ? nil : errno
  }

  private static func isOurs(_ file: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }

  private static func line(_ entry: Entry) -> String {
    "\(entry.identity.pid) \(entry.identity.startTime) \(entry.wasStopped ? "stopped" : "running")"
  }

  private static func take(_ line: Substring, _ entries: inout [Entry]) {
    let fields = line.split(separator: " ")
    guard fields.count == 4, let pid = Int32(fields[1]), let start = UInt64(fields[2]) else {
      return
    }
    let identity = ProcessIdentity(pid: pid, startTime: start)
    entries.removeAll { $0.identity == identity }
    if fields[0] == "+" {
      entries.append(Entry(identity: identity, wasStopped: fields[3] == "stopped"))
    }
  }
}
