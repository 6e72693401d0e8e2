import Glibc

/// What `/proc/PID/stat` says, as far as it matters here.
package struct ProcessStatus: Hashable, Sendable {
  /// The process's own name, at most 15 bytes.
  package let name: String
  /// One letter: `R`, `S`, `T` (stopped), `Z` (ended), ….
  package let state: Character
  /// The parent's id.
  package let parent: Int32
  /// The number of its controlling terminal; 0 for none.
  package let terminal: Int32
  /// When it was started, in ticks since the machine was.
  package let startTime: UInt64

  /// Reads a process's; `nil` when it is gone.
  package init?(pid: Int32) {
    guard let bytes = FileSystem.firstRead(of: "/proc/\(pid)/stat", atMost: 1_024) else {
      return nil
    }
    self.init(parsing: bytes)
  }

  /// Reads the text.
  ///
  /// The name may hold anything, also spaces and brackets: it ends at the last `)`.
  package init?(parsing bytes: [UInt8]) {
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = bytes[(close + 1)...].split(
      maxSplits: 20, omittingEmptySubsequences: true, whereSeparator: { $0 == 0x20 || $0 == 0x0A })
    guard fields.count >= 20, let state = fields[0].first, let parent = Self.number(fields[1]),
      let terminal = Self.number(fields[4]), let start = Self.number(fields[19])
    else { return nil }
    name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    self.state = Character(Unicode.Scalar(state))
    self.parent = Int32(truncatingIfNeeded: parent)
    self.terminal = Int32(truncatingIfNeeded: terminal)
    startTime = UInt64(clamping: start)
  }

  /// Whether it is stopped by a signal.
  package var isStopped: Bool { state == "T" }
  /// Whether it has ended and only waits to be collected.
  package var hasEnded: Bool { state == "Z" || state == "X" }

  private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
    Int64(String(decoding: text, as: UTF8.self))
  }
}
