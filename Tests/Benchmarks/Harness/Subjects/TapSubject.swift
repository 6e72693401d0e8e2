import Bus
import EventLoop
import Glibc

/// Somebody who reads a service's tap, and does nothing with what it tells.
enum TapSubject {
  /// Reads until the harness closes our input.
  ///
  /// - Throws: what the bus or the loop fails with.
  static func read(at socket: String) throws {
    let loop = try EventLoop()
    let tap = try Bus.subscribeTap(at: socket, as: "benchmark-reader")
    try tap.attach(to: loop, { _ in }, gone: { loop.stop() })
    try loop.watch(STDIN_FILENO) { loop.stop() }
    Driver.sayReady()
    try loop.run()
    tap.close()
  }
}
