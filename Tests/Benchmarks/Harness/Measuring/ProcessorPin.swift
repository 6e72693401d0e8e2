import Glibc

/// Keeps this process, and what it starts meanwhile, on one processor.
struct ProcessorPin {
  private let before: cpu_set_t

  /// Stays on the first processor that this process may use.
  ///
  /// - Throws: `skipped` where the system refuses.
  init() throws(BenchmarkError) {
    var allowed = cpu_set_t()
    guard unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &allowed) == 0 else {
      throw .skipped("could not read on which processors we may run: \(lastError())")
    }
    before = allowed
    var one = cpu_set_t()
    let wordBits = UInt.bitWidth
    unsafe withUnsafeMutableBytes(of: &one) { target in
      unsafe withUnsafeBytes(of: &allowed) { source in
        let words = unsafe source.bindMemory(to: UInt.self)
        guard let word = unsafe words.firstIndex(where: { $0 != 0 }) else { return }
        let lowest = unsafe words[word] & (~words[word] &+ 1)
        unsafe target.storeBytes(of: lowest, toByteOffset: word * wordBits / 8, as: UInt.self)
      }
    }
    guard unsafe sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &one) == 0 else {
      throw .skipped("could not stay on one processor: \(lastError())")
    }
  }

  /// Gives the other processors back.
  func lift() {
    var set = before
    _ = unsafe sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &set)
  }
}
