import Bus
import EventLoop
import Foundation
import Synchronization

/// A fake service on a thread and a socket of its own, so that clients may wait for it.
final class ServiceThread: Sendable {
  private let handle: LoopHandle
  private let ended: DispatchSemaphore

  /// Serves at `socket` until `stop()`; it listens when this returns.
  init(at socket: String, log: ServiceLog) throws {
    let ready = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Thread.detachNewThread {
      defer { ended.signal() }
      do {
        let loop = try EventLoop()
        let service = FakeService(loop: loop, log: log)
        try service.server.listen(at: socket)
        outcome.set(.success(loop.handle))
        ready.signal()
        try loop.run()
        service.server.close()
      } catch {
        outcome.set(.failure(error))
        ready.signal()
      }
    }
    ready.wait()
    handle = try outcome.get()
    self.ended = ended
  }

  /// Ends the service and waits until it has.
  func stop() {
    handle.stop()
    ended.wait()
  }

  private final class Outcome: Sendable {
    private let result = Mutex<Result<LoopHandle, any Error>?>(nil)

    func set(_ new: Result<LoopHandle, any Error>) {
      result.withLock { $0 = $0 ?? new }
    }

    func get() throws -> LoopHandle {
      guard let result = result.withLock({ $0 }) else {
        preconditionFailure("the thread says how it went before it signals")
      }
      return try result.get()
    }
  }
}
