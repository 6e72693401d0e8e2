import ExecGuard
import Glibc

/// Finds copies: whether two files of the same size have the same content.
///
/// The bytes themselves are compared, no digest: the first difference ends it, which for two
/// programs is nearly always in their first page. What was found is remembered for as long as
/// neither file changes.
final class ContentComparison {
  private struct Version: Hashable {
    let file: FileIdentity
    let size: Int64
    let modified: Int64
    let changed: Int64

    init(_ status: stat) {
      file = FileIdentity(status)
      size = Int64(status.st_size)
      modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
      changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
    }
  }

  private struct Pair: Hashable {
    let left: Version
    let right: Version
  }

  /// Up to this size every byte is compared; of a larger file, its start, its end and evenly spread
  /// pieces, so that a look never takes long.
  private static let wholeUpTo: Int64 = 64 << 20
  private static let piece = 1 << 16

  private var known: [Pair: Bool] = [:]

  /// Whether what a process runs is a copy of the file at `original`.
  func isCopy(executableOf pid: Int32, of original: String) -> Bool {
    let left = unsafe open("/proc/\(pid)/exe", O_RDONLY | O_CLOEXEC)
    guard left >= 0 else { return false }
    defer { close(left) }
    let right = unsafe open(original, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard right >= 0 else { return false }
    defer { close(right) }
    var leftStatus = stat()
    var rightStatus = stat()
    guard unsafe fstat(left, &leftStatus) == 0, unsafe fstat(right, &rightStatus) == 0,
      rightStatus.st_mode & S_IFMT == S_IFREG, leftStatus.st_size == rightStatus.st_size,
      leftStatus.st_size > 0
    else { return false }
    let pair = Pair(left: Version(leftStatus), right: Version(rightStatus))
    if let answer = known[pair] { return answer }
    if known.count >= 4_096 { known.removeAll() }
    let answer = Self.same(left, right, size: Int64(leftStatus.st_size))
    known[pair] = answer
    return answer
  }

  private static func same(_ left: Int32, _ right: Int32, size: Int64) -> Bool {
    let piece = Int64(Self.piece)
    let step = size <= wholeUpTo ? piece : (size / 1_024) & ~4_095
    var first = [UInt8](repeating: 0, count: Self.piece)
    var second = first
    var offset: Int64 = 0
    while offset < size {
      guard samePiece(left, right, at: offset, &first, &second) else { return false }
      offset += step
    }
    return samePiece(left, right, at: max(0, size - piece), &first, &second)
  }

  private static func samePiece(
    _ left: Int32, _ right: Int32, at offset: Int64, _ first: inout [UInt8],
    _ second: inout [UInt8]
  ) -> Bool {
    let wanted = first.count
    let got = unsafe pread(left, &first, wanted, off_t(offset))
    guard got > 0, unsafe pread(right, &second, wanted, off_t(offset)) == got else { return false }
    return unsafe memcmp(first, second, got) == 0
  }
}
