import Glibc

/// The machine's cgroup tree, version 2, wherever it is mounted.
struct CgroupTree {
  /// Where it is mounted.
  let mount: String
  /// What our own groups' names start with.
  let prefix: String

  /// What our own groups' names end with.
  static let suffix = ".frozen"

  /// Finds the mount.
  ///
  /// `nil` where there is none. `instance` names our groups.
  init?(instance: String, mounts: String = "/proc/mounts") {
    guard let text = FileSystem.text(of: mounts, atMost: 1 << 20) else { return nil }
    let line = text.split(separator: "\n").lazy.map { $0.split(separator: " ") }
      .first { $0.count > 2 && $0[2] == "cgroup2" }
    guard let line else { return nil }
    mount = Self.unescaped(String(line[1]))
    prefix = "openapplock-\(instance)."
  }

  /// The cage for an app's processes that are in `group`, a path below the mount.
  ///
  /// It lies inside the processes' own group: what holds for that group (limits, the session's end)
  /// goes on holding, and where a process belongs can be read off where it is.
  func cage(in group: String, for app: String) -> String {
    let base = group == "/" ? mount : mount + group
    return "\(base)/\(prefix)\(Self.digest(app))\(Self.suffix)"
  }

  /// The group that a cage lies in, as a folder.
  func origin(of cage: String) -> String { FileSystem.parent(of: cage) }

  /// The folder of the group that a process is in; `nil` when it lies outside our view.
  func folder(of pid: Int32) -> String? {
    guard let group = ProcessFacts.cgroup(of: pid), !group.contains("/.."),
      !group.hasSuffix(" (deleted)")
    else { return nil }
    return group == "/" ? mount : mount + group
  }

  /// Whether a folder is one of our cages.
  func isCage(_ folder: String) -> Bool {
    let name = FileSystem.name(of: folder)
    return name.hasPrefix(prefix) && name.hasSuffix(Self.suffix)
  }

  /// All our cages, also those that an earlier life left.
  func cages() -> [String] {
    var found: [String] = []
    var waiting = [mount]
    while let folder = waiting.popLast() {
      for name in FileSystem.folders(in: folder) {
        let path = folder + "/" + name
        if isCage(path) { found.append(path) } else { waiting.append(path) }
      }
    }
    return found
  }

  /// The processes in a group.
  func members(of folder: String) -> [Int32] {
    (FileSystem.text(of: folder + "/cgroup.procs", atMost: 1 << 20) ?? "").split(separator: "\n")
      .compactMap { Int32($0) }
  }

  /// Makes the cage, frozen from the start.
  ///
  /// Returns the reason when it can't be.
  func make(_ cage: String) -> Int32? {
    if unsafe mkdir(cage, 0o755) != 0, errno != EEXIST { return errno }
    return setFrozen(cage, true)
  }

  /// Freezes or thaws everything in the cage.
  func setFrozen(_ cage: String, _ frozen: Bool) -> Int32? {
    FileSystem.write(frozen ? "1" : "0", to: cage + "/cgroup.freeze")
  }

  /// Moves a process with all its threads.
  ///
  /// Returns the reason when it can't be.
  func move(_ pid: Int32, to folder: String) -> Int32? {
    FileSystem.write("\(pid)", to: folder + "/cgroup.procs")
  }

  /// Removes an empty cage.
  func remove(_ cage: String) -> Bool { unsafe rmdir(cage) == 0 || errno == ENOENT }

  /// A short name for an app's: FNV-1a, which is enough to keep apps apart in a folder's name.
  static func digest(_ app: String) -> String {
    let hash = app.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 36)
  }

  /// Undoes the escapes of `/proc/mounts`: a backslash and three octal digits.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
