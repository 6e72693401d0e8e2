import CLinux
import Glibc
import Synchronization

/// Whether somebody asked the program to end while it was busy with a callback.
private let endIsWanted = Atomic<Bool>(false)

/// Lets SIGTERM and SIGINT end a program whose one thread is busy with a callback.
///
/// The loop takes these signals between callbacks. A callback that waits for a service that doesn't
/// answer would hold them up; so while one is served they arrive at once, it gets a second to
/// finish, and then the program ends where it is. The service delivers what was not answered again.
enum TerminationGrace {
  private static let signals = [SIGTERM, SIGINT]
  private static let seconds: UInt32 = 1

  /// Whether the program was asked to end.
  static var isOver: Bool { endIsWanted.load(ordering: .relaxed) }

  /// Sets up what the signals do during callbacks; the loop must have taken them over by now.
  static func install() {
    // The handlers do only what is allowed at any moment: a store, alarm and _exit.
    endIsWanted.store(false, ordering: .relaxed)
    for number in signals {
      _ = signal(number) { _ in
        endIsWanted.store(true, ordering: .relaxed)
        _ = alarm(TerminationGrace.seconds)
      }
    }
    _ = signal(SIGALRM) { _ in _exit(0) }
  }

  /// Serves a callback, open to the signals.
  static func during(_ body: () -> Void) {
    for number in signals { _ = eventloop_signal_unblock(number) }
    defer { for number in signals { _ = eventloop_signal_block(number) } }
    body()
  }
}
