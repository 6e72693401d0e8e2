import Glibc

/// An extension's program that a test has started by hand; it ends with its platform at the latest.
public final class StartedProgram {
  let child: ChildProgram
  private unowned let platform: TestPlatform

  init(_ child: ChildProgram, of platform: TestPlatform) {
    self.child = child
    self.platform = platform
  }

  /// The process id.
  public var pid: Int32 { child.pid }

  /// What it wrote to its output and its error output so far.
  public var output: String { child.output }

  /// How it ended: its exit status, or minus the signal that ended it; `nil` while it runs.
  public var exitStatus: Int32? { child.status }

  /// Sends it a signal, if it runs: `SIGSTOP` has it hang.
  public func send(_ signal: Int32) { child.send(signal) }

  /// Asks it to end (SIGTERM), and waits until it has; the service works meanwhile.
  ///
  /// - Returns: Its exit status, or minus the signal that ended it.
  /// - Throws: ``TestPlatformError`` `timeout`.
  @discardableResult
  public func end() throws(TestPlatformError) -> Int32 {
    child.send(SIGTERM)
    return try waitForEnd()
  }

  /// Waits until it has ended by itself; the service works meanwhile.
  ///
  /// - Returns: Its exit status, or minus the signal that ended it.
  /// - Throws: ``TestPlatformError`` `timeout`.
  public func waitForEnd() throws(TestPlatformError) -> Int32 {
    _ = platform.wait { child.status != nil }
    guard let status = child.status else {
      throw platform.failure("timeout", "\(child.path) did not end within \(platform.patience)")
    }
    return status
  }
}
