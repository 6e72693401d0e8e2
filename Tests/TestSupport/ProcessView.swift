import Foundation
package import Glibc

/// A process as the kernel tells of it, told apart from a later one with the same number.
package struct ProcessView: Hashable, Sendable {
  /// Its number.
  package let pid: pid_t
  /// When it started, in the kernel's own ticks since boot.
  private let started: Substring

  /// Looks at a process; `nil` when there is none of that number, or only what is left of one.
  package init?(_ pid: pid_t) {
    guard let fields = Self.fields(of: pid), fields.count > 19, !"ZX".contains(fields[0]) else {
      return nil
    }
    self.pid = pid
    started = fields[19]
  }

  /// The processes below another one, whoever of them started which.
  package static func descendants(of root: pid_t) -> [ProcessView] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var children: [pid_t: [ProcessView]] = [:]
    for pid in names.compactMap({ pid_t($0) }) {
      guard let view = ProcessView(pid), let parent = view.parent else { continue }
      children[parent, default: []].append(view)
    }
    var found: [ProcessView] = []
    var waiting = [root]
    while let next = waiting.popLast() {
      let below = children[next] ?? []
      found += below
      waiting += below.map(\.pid)
    }
    return found
  }

  /// Whether it hasn't ended.
  package var isThere: Bool { ProcessView(pid) == self }

  /// The file name of its program.
  package var program: String? {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
    return path?.split(separator: "/").last.map(String.init)
  }

  /// The processor time that it has used, in the kernel's ticks.
  package var ticks: Int? {
    guard let fields = Self.fields(of: pid), fields.count > 12 else { return nil }
    return Int(fields[11]).flatMap { user in Int(fields[12]).map { user + $0 } }
  }

  /// Its group in the second version's tree, a path from that tree's root.
  package var group: String? {
    Self.text("/proc/\(pid)/cgroup")?.split(separator: "\n")
      .first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
  }

  /// Whether the kernel holds it: stopped by a signal, or in a group that is frozen.
  package var isHeld: Bool {
    if let state = Self.fields(of: pid)?.first, state == "T" || state == "t" { return true }
    guard let mount = Self.groupsMount, let group else { return false }
    return Self.text(mount + group + "/cgroup.events")?.contains("frozen 1") ?? false
  }

  /// Sends it a signal, if it is still the same process.
  package func send(_ signal: Int32) {
    guard isThere else { return }
    Glibc.kill(pid, signal)
  }

  private var parent: pid_t? {
    guard let fields = Self.fields(of: pid), fields.count > 1 else { return nil }
    return pid_t(fields[1])
  }

  /// Where the second version's tree of groups is mounted; `nil` where it isn't.
  package static var groupsMount: String? {
    let lines = text("/proc/mounts")?.split(separator: "\n") ?? []
    let mounts = lines.map { $0.split(separator: " ") }
    guard let mount = mounts.first(where: { $0.count > 2 && $0[2] == "cgroup2" }) else {
      return nil
    }
    return String(mount[1])
  }

  /// What follows the name in `/proc/PID/stat`, the state first.
  private static func fields(of pid: pid_t) -> [Substring]? {
    guard let text = text("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else {
      return nil
    }
    return text[text.index(after: end)...].split(separator: " ")
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
