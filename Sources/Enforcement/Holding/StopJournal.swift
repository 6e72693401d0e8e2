import Glibc

/// The processes that are stopped by a signal, on disk before they are.
///
/// A stopped process looks the same whoever stopped it, so that a life of the service that was
/// killed has to leave word for the next one. It need not survive a power cut: neither do the
/// processes, and the machine's boot id says so.
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
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), let bytes = FileSystem.bytes(of: file, atMost: 1 << 20)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == "\(Self.heading) \(boot)" else { return [] }
    return lines.dropFirst().compactMap(Self.entry)
  }

  /// Replaces what is there.
  ///
  /// Returns the reason when that fails.
  func write(_ entries: [Entry]) -> Int32? {
    let temporary = path + ".new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = unsafe open(temporary, flags, 0o600)
    guard file >= 0 else { return errno }
    let text = ([Self.heading + " " + boot] + entries.map(Self.line)).joined(separator: "\n") + "\n"
    let complete = unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count
    let reason = complete ? 0 : errno
    close(file)
    guard complete else { return reason }
    return unsafe rename(temporary, path) == 0 ? nil : errno
  }

  private static func line(_ entry: Entry) -> String {
    "\(entry.identity.pid) \(entry.identity.startTime) \(entry.wasStopped ? "stopped" : "running")"
  }

  private static func entry(_ line: Substring) -> Entry? {
    let fields = line.split(separator: " ")
    guard fields.count == 3, let pid = Int32(fields[0]), let start = UInt64(fields[1]) else {
      return nil
    }
    return Entry(
      identity: ProcessIdentity(pid: pid, startTime: start), wasStopped: fields[2] == "stopped")
  }
}
