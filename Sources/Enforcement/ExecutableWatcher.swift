import CLinux
import EventLoop
import Glibc

/// Notices when the file behind a path is replaced, removed or comes into being.
///
/// Watches folders, because an update puts a new file in the old one's place, and every folder
/// that a link on the way lies in. Of what is not there, the nearest folder that is.
final class ExecutableWatcher {
  private let group: FileDescriptor
  private let changed: () -> Void
  private var watch: Watch?
  private var paths: Set<String> = []
  private var names: [String: Set<String>] = [:]
  private var numbers: [String: Int32] = [:]
  private var folders: [Int32: Set<String>] = [:]

  /// Calls `changed` once for each batch of events that touches a watched path.
  init(loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
    group = try FileDescriptor(checking: oal_inotify_open(), "watch folders")
    self.changed = changed
    watch = try loop.watch(group.raw) { [weak self] in self?.read() }
  }

  deinit {
    watch?.cancel()
  }

  /// Watches these paths and no others.
  ///
  /// Returns whether any is watched newly: it may have been replaced before it was.
  func setPaths(_ new: Set<String>) -> Bool {
    guard new != paths else { return false }
    let grows = !new.isSubset(of: paths)
    paths = new
    lookUp()
    return grows
  }

  private func lookUp() {
    var wanted: [String: Set<String>] = [:]
    for path in paths {
      for (folder, name) in Self.steps(of: path) { wanted[folder, default: []].insert(name) }
    }
    for (folder, number) in numbers where wanted[folder] == nil { forget(folder, number) }
    for folder in wanted.keys where numbers[folder] == nil {
      let number = unsafe oal_inotify_add(group.raw, folder)
      guard number >= 0 else { continue }
      numbers[folder] = number
      // Two paths that lead to one folder share its number.
      folders[number, default: []].insert(folder)
    }
    names = wanted
  }

  private func forget(_ folder: String, _ number: Int32) {
    numbers[folder] = nil
    folders[number]?.remove(folder)
    guard folders[number]?.isEmpty != false else { return }
    folders[number] = nil
    _ = oal_inotify_remove(group.raw, number)
  }

  /// The folders and names that a path leads through: each link's own, and the file's.
  static func steps(of path: String) -> [(folder: String, name: String)] {
    var steps: [(folder: String, name: String)] = []
    var path = path
    for _ in 0..<16 {
      var folder = FileSystem.parent(of: path)
      var name = FileSystem.name(of: path)
      while FileSystem.status(folder)?.st_mode.isFolder != true, folder != "/" {
        name = FileSystem.name(of: folder)
        folder = FileSystem.parent(of: folder)
      }
      steps.append((folder, name))
      guard let target = FileSystem.linkTarget(path) else { break }
      path = FileSystem.normalized(
        target.hasPrefix("/") ? target : FileSystem.parent(of: path) + "/" + target)
    }
    return steps
  }

  private func read() {
    var buffer = [Int64](repeating: 0, count: 2_048)
    let length = unsafe oal_inotify_read(group.raw, &buffer, Int64(buffer.count * 8))
    guard length > 0 else { return }
    var touched = false
    var offset: Int64 = 0
    var event = oal_folder_event()
    while true {
      let next = unsafe oal_inotify_take(buffer, length, offset, &event)
      guard next > 0 else { break }
      offset = next
      if concerns(event) { touched = true }
    }
    guard touched else { return }
    // A link may lead elsewhere now, and a missing folder may have come.
    lookUp()
    changed()
  }

  private func concerns(_ event: oal_folder_event) -> Bool {
    // Events were lost: anything may have happened.
    guard event.watch >= 0 else { return true }
    guard let meant = folders[event.watch] else { return false }
    if event.over != 0 {
      for folder in meant { forget(folder, event.watch) }
      return true
    }
    var event = event
    let name = unsafe withUnsafeBytes(of: &event.name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return meant.contains { names[$0]?.contains(name) == true }
  }
}
