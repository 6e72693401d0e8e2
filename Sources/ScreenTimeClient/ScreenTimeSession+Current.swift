package import Bus
import Glibc

/// Where a thread keeps its current session.
///
/// The key lives as long as the process.
private let currentKey: pthread_key_t = {
  var key = pthread_key_t()
  let failure = unsafe pthread_key_create(&key) { kept in
    guard let kept = unsafe kept else { return }
    unsafe Unmanaged<ScreenTimeSession>.fromOpaque(kept).release()
  }
  precondition(failure == 0, "this process has no room left for thread-local values")
  return key
}()

/// The current session is the thread's own, so that several peers can live in one process.
extension ScreenTimeSession {
  /// The session that the platform's face uses on this thread.
  package static var current: ScreenTimeSession? {
    get {
      guard let kept = unsafe pthread_getspecific(currentKey) else { return nil }
      return unsafe Unmanaged<ScreenTimeSession>.fromOpaque(kept).takeUnretainedValue()
    }
    set {
      let replaced = unsafe pthread_getspecific(currentKey)
      let kept = unsafe newValue.map { unsafe Unmanaged.passRetained($0).toOpaque() }
      let failure = unsafe pthread_setspecific(currentKey, kept)
      precondition(failure == 0, "no memory is left for a thread-local value")
      if let replaced = unsafe replaced {
        unsafe Unmanaged<ScreenTimeSession>.fromOpaque(replaced).release()
      }
    }
  }

  /// Makes a session current for the length of `body`; calls may be nested.
  package static func withCurrent<Result, Failure: Error>(
    _ session: ScreenTimeSession, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = current
    current = session
    defer { current = outer }
    return try body()
  }

  /// Asks the service over this thread's session.
  ///
  /// - Throws: as ``ask(_:within:)``, and `unreachable` when the thread has no session.
  package static func ask<R: BusRequest>(_ request: R) throws(BusError) -> R.Reply {
    guard let current else { throw .noSession }
    return try current.ask(request)
  }

  /// Asks the service where the caller's own caller cannot be told of a failure: it is kept in the
  /// session, and the answer is `nil`.
  ///
  /// Without a session nothing could keep it, and going on would mean that a block silently isn't
  /// there: that ends the program.
  package static func askKeepingFailure<R: BusRequest>(_ request: R) -> R.Reply? {
    guard let current else { preconditionFailure(BusError.noSession.message) }
    do {
      return try current.ask(request)
    } catch {
      current.keep(error)
      return nil
    }
  }
}

extension BusError {
  /// Nobody has connected this thread to a service.
  static let noSession = BusError(
    code: .unreachable,
    message: "there is no connection to the Screen Time service here",
    hint: "use stores and activities inside a callback, or after the app has connected")
}
