import Glibc

/// What is read of a process only when it matters.
enum ProcessFacts {
  /// The path of its executable as its own mount namespace has it, and whether that was removed.
  static func executable(of pid: Int32) -> (path: String, isGone: Bool)? {
    guard let link = FileSystem.linkTarget("/proc/\(pid)/exe") else { return nil }
    let mark = " (deleted)"
    return link.hasSuffix(mark) ? (String(link.dropLast(mark.count)), true) : (link, false)
  }

  /// The words of its command line.
  static func commandLine(of pid: Int32) -> [String] {
    strings(of: "/proc/\(pid)/cmdline", atMost: 65_536)
  }

  /// The values that `names` have in the environment that it was started with.
  static func environment(of pid: Int32, names: Set<String>) -> [String: String] {
    var values: [String: String] = [:]
    for entry in strings(of: "/proc/\(pid)/environ", atMost: 131_072) {
      guard let equals = entry.firstIndex(of: "=") else { continue }
      let name = String(entry[..<equals])
      if names.contains(name) { values[name] = String(entry[entry.index(after: equals)...]) }
    }
    return values
  }

  /// The cgroup (version 2) that it is in, as a path below the mount.
  static func cgroup(of pid: Int32) -> String? {
    let text = FileSystem.text(of: "/proc/\(pid)/cgroup", atMost: 8_192) ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix("0::") }
      .map { String($0.dropFirst(3)) }
  }

  /// The Flatpak that it runs in.
  ///
  /// The file lies in the root that the sandbox gave it, where the app itself can't write.
  static func flatpak(of pid: Int32) -> String? {
    guard let text = FileSystem.text(of: "/proc/\(pid)/root/.flatpak-info", atMost: 16_384)
    else { return nil }
    var inApplication = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") { inApplication = line == "[Application]" }
      if inApplication, line.hasPrefix("name=") { return String(line.dropFirst(5)) }
    }
    return nil
  }

  /// The snap that it runs in, by its security label or by its cgroup.
  static func snap(of pid: Int32) -> String? {
    let label = FileSystem.text(of: "/proc/\(pid)/attr/current", atMost: 512) ?? ""
    if label.hasPrefix("snap.") { return snapName(label[...]) }
    for part in (cgroup(of: pid) ?? "").split(separator: "/") where part.hasPrefix("snap.") {
      return snapName(part)
    }
    return nil
  }

  /// The second part of `snap.NAME.APP`.
  static func snapName(_ label: Substring) -> String? {
    let parts = label.split(separator: ".", maxSplits: 2)
    return parts.count >= 2 ? String(parts[1]) : nil
  }

  private static func strings(of path: String, atMost limit: Int) -> [String] {
    (FileSystem.bytes(of: path, atMost: limit) ?? []).split(
      separator: 0, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }.dropLast()
  }
}
