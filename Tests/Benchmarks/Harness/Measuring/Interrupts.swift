import CLinux
import Glibc

/// Ctrl-C and SIGTERM as a descriptor, so that a wait ends and everything is put away.
final class Interrupts {
  /// Readable once somebody asked to stop.
  let descriptor: Int32

  /// Takes the two signals over for this process; children get them as usual.
  ///
  /// - Throws: `failed` when the system refuses.
  init() throws(BenchmarkError) {
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    for number in numbers { eventloop_signal_block(number) }
    descriptor = unsafe eventloop_signal_descriptor(-1, numbers, Int32(numbers.count))
    guard descriptor >= 0 else { throw .failed("could not take over signals: \(lastError())") }
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    close(descriptor)
  }
}
