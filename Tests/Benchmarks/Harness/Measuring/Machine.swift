import Glibc

/// The machine that the figures come from.
struct Machine: Encodable {
  /// The kernel's release.
  let kernel: String
  /// The processor's name.
  let processor: String
  /// How many processors are online.
  let cores: Int
  /// The file system of the scratch folder.
  let fileSystem: String
  /// Whether the run has root's rights.
  let isRoot: Bool
  /// How many processes wanted to run in the minute before; above 0.5 others share the machine.
  let loadBefore: Double

  /// Looks at this machine.
  init(scratch: String) {
    kernel = firstLine(of: "/proc/sys/kernel/osrelease")
    processor = processorName()
    cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    fileSystem = fileSystemName(of: scratch)
    isRoot = geteuid() == 0
    loadBefore =
      firstLine(of: "/proc/loadavg").split(separator: " ").first.flatMap { Double($0) } ?? 0
  }
}

private func text(of path: String) -> String {
  String(decoding: readFile(path) ?? [], as: UTF8.self)
}

private func firstLine(of path: String) -> String {
  text(of: path).split(separator: "\n").first.map(String.init) ?? "unknown"
}

private func processorName() -> String {
  let line = text(of: "/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
  return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? "unknown"
}

/// The type of the mount whose folder is the longest that `path` begins with.
private func fileSystemName(of path: String) -> String {
  var best = (length: 0, name: "unknown")
  for line in text(of: "/proc/mounts").split(separator: "\n") {
    let words = line.split(separator: " ")
    guard words.count > 2 else { continue }
    let folder = words[1] == "/" ? "" : String(words[1])
    if path.hasPrefix(folder + "/"), folder.utf8.count >= best.length {
      best = (folder.utf8.count, String(words[2]))
    }
  }
  return best.name
}
