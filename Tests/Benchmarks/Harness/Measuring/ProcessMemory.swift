/// How much of the machine's memory a process holds, its program's file included, in KiB; 0 for one that
/// has ended.
func residentKiB(of pid: Int32) -> UInt64 { statusKiB("VmRSS:", of: pid) }

/// The most memory that a process held, in KiB, read while it lives.
///
/// What `wait4` tells afterwards is never less than what its parent held when it was spawned.
func peakResidentKiB(of pid: Int32) -> UInt64 { statusKiB("VmHWM:", of: pid) }

private func statusKiB(_ field: String, of pid: Int32) -> UInt64 {
  let status = String(decoding: readFile("/proc/\(pid)/status") ?? [], as: UTF8.self)
  let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
  let words = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
  return words.count > 1 ? UInt64(words[1]) ?? 0 : 0
}
