import CLinux
package import CivilTime
package import EventLoop
import Glibc

/// The machine's own time: the wall clock for dates, the boot-time clock for what has passed.
package final class SystemServiceClock: ServiceClock {
  package private(set) var zone: Zone
  package let boot: String?
  private let isFixed: Bool
  private var alarm: FileDescriptor?
  private var watch: Watch?
  private var folder: FileDescriptor?
  private var folderWatch: Watch?

  /// Makes a clock that reads the zone `identifier`, or follows the machine's when it is `nil`.
  ///
  /// A machine that names no zone at all runs in UTC, as its C library says.
  ///
  /// - Throws: `unknownZone` or `unusableZone`; without a zone no day has a name, so nothing starts.
  package init(zone identifier: String?) throws(CivilTimeError) {
    isFixed = identifier != nil
    boot = Self.currentBoot()
    zone = try Zone(identifier: identifier ?? Zone.systemIdentifier() ?? "UTC")
  }

  package var now: Instant { Instant(milliseconds: oal_wall_milliseconds()) }
  package var uptime: Duration { BootTime.uptime }
  package var isSynchronised: Bool { oal_clock_is_synchronised() == 1 }
  package var isVirtual: Bool { false }

  package func checkZone() -> ZoneCheck {
    guard !isFixed, let identifier = Zone.systemIdentifier(), identifier != zone.identifier else {
      return .same
    }
    do {
      zone = try Zone(identifier: identifier)
      return .changed
    } catch {
      return .unreadable(error)
    }
  }

  package func observe(on loop: EventLoop, _ changed: @escaping () -> Void) throws(SystemError) {
    let alarm = try FileDescriptor(checking: oal_clock_alarm_create(), "watch the wall clock")
    let raw = alarm.raw
    watch?.cancel()
    watch = try loop.watch(raw) {
      if oal_clock_alarm_was_set(raw) == 1 { changed() }
    }
    self.alarm = consume alarm
    if !isFixed { try observeZone(on: loop, changed) }
  }

  /// Looks at the zone again whenever something in the folder of the machine's settings changes.
  private func observeZone(
    on loop: EventLoop, _ changed: @escaping () -> Void
  ) throws(SystemError) {
    let folder = try FileDescriptor(checking: oal_inotify_open(), "watch the zone")
    let raw = folder.raw
    guard unsafe oal_inotify_add(raw, "/etc") >= 0 else {
      throw SystemError(operation: "watch the zone", path: "/etc", errno: errno)
    }
    folderWatch?.cancel()
    folderWatch = try loop.watch(raw) { [weak self] in
      Self.empty(raw)
      if self?.checkZone() == .changed { changed() }
    }
    self.folder = consume folder
  }

  /// What changed doesn't matter: the zone's name is read again in any case.
  private static func empty(_ folder: Int32) {
    var buffer = [Int64](repeating: 0, count: 512)
    let size = Int64(buffer.count * MemoryLayout<Int64>.size)
    while unsafe oal_inotify_read(folder, &buffer, size) > 0 {}
  }

  /// The kernel's name for this life of the machine.
  private static func currentBoot() -> String? {
    let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  deinit {
    watch?.cancel()
    folderWatch?.cancel()
  }
}
