import Bus
import EventLoop
import Glibc
import ScreenTimeClient
import ScreenTimeProtocol

/// What goes wrong on real devices, on demand.
extension TestPlatform {
  // MARK: Callbacks

  /// Says what becomes of callbacks from now on.
  ///
  /// - Throws: ``TestPlatformError``.
  public func callbacksCome(_ trouble: CallbackTrouble) throws(TestPlatformError) {
    var (mode, delay): (CallbackWeather, Int64?) = (.normal, nil)
    switch trouble {
    case .none: mode = .normal
    case .lost: mode = .drop
    case .late(let duration): (mode, delay) = (.delay, duration.wholeSeconds)
    case .twice: mode = .duplicate
    case .reversed: mode = .reverse
    case .allAtStart: mode = .atStart
    case .onlyWhenUsed: mode = .untilUsed
    }
    try set(
      CallbacksWeather(mode: mode, delaySeconds: delay, startSeconds: self.trouble.startSeconds))
  }

  /// Says how much time passes from now on while `startMonitoring` is busy; zero for none.
  ///
  /// - Throws: ``TestPlatformError``.
  public func startMonitoringTakes(_ duration: Duration) throws(TestPlatformError) {
    try set(
      CallbacksWeather(
        mode: trouble.mode, delaySeconds: trouble.delaySeconds,
        startSeconds: duration > .zero ? duration.wholeSeconds : nil))
  }

  private func set(_ weather: CallbacksWeather) throws(TestPlatformError) {
    _ = try ask(weather, "have callbacks go wrong")
    trouble = weather
  }

  // MARK: Lives

  /// Kills an extension that is an object of this process: its next life is made anew, with nothing of
  /// the one before but what is on disk.
  ///
  /// - Throws: ``TestPlatformError`` where none of that class is registered.
  public func kill(_ type: ExtensionPrincipal.Type) throws(TestPlatformError) {
    guard let object = objects.first(where: { $0.identifier == type.extensionIdentifier }) else {
      throw failure("notFound", "no object of \(type) is registered")
    }
    object.beginAnew()
    try attach(object)
  }

  /// Kills the process that serves an extension now, as the kernel does when memory is short; the
  /// service starts another when it needs one.
  ///
  /// - Throws: ``TestPlatformError`` where none runs.
  public func kill(_ identifier: String) throws(TestPlatformError) {
    guard let pid = try pid(of: identifier), pid != getpid() else {
      throw failure("notFound", "no process serves \(identifier) now")
    }
    Glibc.kill(pid, SIGKILL)
    guard try wait(until: { () throws(TestPlatformError) in try self.pid(of: identifier) != pid })
    else {
      throw failure("timeout", "the service did not notice the end of \(identifier)")
    }
  }

  /// Kills the service, and starts it again on what it left on disk.
  ///
  /// - Throws: ``TestPlatformError``.
  public func killService() throws(TestPlatformError) {
    try noteLastWords()
    forgetConversations()
    life?.kill()
    life = nil
    try startService()
  }

  /// Ends the service as an update would, and starts it again.
  ///
  /// - Throws: ``TestPlatformError``.
  public func restartService() throws(TestPlatformError) {
    try restartService(watches: false)
  }

  /// Switches the machine off for a while, and on again.
  ///
  /// - Throws: ``TestPlatformError``.
  public func reboot(lasting pause: Duration) throws(TestPlatformError) {
    try noteLastWords()
    hangUp()
    life?.end()
    life = nil
    hardware.reboot(lasting: pause)
    try startService()
  }

  // MARK: Between two writes

  /// Kills the service right before the `number`-th change that it makes to a file during `body`, and
  /// starts it again on what it left; whatever `body` is told by a service that was killed is no
  /// failure.
  ///
  /// Counting up from 1 until the answer is false goes through every moment between two writes:
  ///
  /// ```swift
  /// var number = 1
  /// while try platform.killService(beforeWrite: number, during: { try work(on: platform) }) {
  ///   // What must hold, whatever was written?
  ///   number += 1
  /// }
  /// ```
  ///
  /// - Returns: Whether it was killed; false when `body` made fewer changes.
  /// - Throws: ``TestPlatformError`` where the service is no program, `unsupported` where this kernel
  ///   can't do it; what `body` throws where nothing was killed.
  public func killService(
    beforeWrite number: Int, during body: () throws -> Void
  ) throws -> Bool {
    guard case .program = service else {
      throw failure(
        "unsupported",
        "a service in the test's process cannot be killed between two writes: start the platform"
          + " with service: .program(path of screentimed)")
    }
    try restartService(watches: true)
    guard let program = life?.program else { preconditionFailure("the service is a program") }
    let wasKilled = try endsKilled(program, beforeWrite: number, during: body)
    if wasKilled {
      life?.catchUp()
      hardware.note(lastTime: conversation.lastTime)
      forgetConversations()
      life = nil
      try startService()
    }
    return wasKilled
  }

  /// Starts an extension's program by hand, and kills it right before the `number`-th change that it
  /// makes to a file during `body`; whatever it was doing, the service brings to the next process of
  /// the extension, which has to be registered for that.
  ///
  /// - Returns: Whether it was killed; false when it made fewer changes. It has ended in any case.
  /// - Throws: ``TestPlatformError``, `unsupported` where this kernel can't do it; what `body` throws
  ///   where nothing was killed.
  public func kill(
    program path: String, beforeWrite number: Int, during body: () throws -> Void
  ) throws -> Bool {
    let program = try startByHand(path, watches: true)
    defer {
      program.child.send(SIGKILL)
      startedByHand.removeAll { $0 === program }
    }
    return try endsKilled(program.child, beforeWrite: number, during: body)
  }

  /// Runs an app's program to its end, and kills it right before the `number`-th change that it makes to a
  /// file.
  ///
  /// - Returns: Whether it was killed; false when it made fewer changes.
  /// - Throws: ``TestPlatformError``, `unsupported` where this kernel can't do it.
  package func kill(
    app path: String, _ arguments: [String], beforeWrite number: Int
  ) throws(TestPlatformError) -> Bool {
    let log = place.log("app-\(UInt32.random(in: 0...UInt32.max))")
    let child = try ChildProgram(path, arguments, log: log, watches: true)
    child.kill(beforeChange: number)
    guard wait(until: { child.status != nil }) else {
      throw failure("timeout", "\(path) did not end within \(patience)")
    }
    return child.wasKilled
  }

  private func endsKilled(
    _ program: ChildProgram, beforeWrite number: Int, during body: () throws -> Void
  ) throws -> Bool {
    program.kill(beforeChange: number)
    do {
      try body()
    } catch {
      guard program.wasKilled else { throw error }
    }
    program.kill(beforeChange: 0)
    guard program.wasKilled else { return false }
    guard wait(until: { program.status != nil }) else {
      throw failure("timeout", "\(program.path) was killed and does not end")
    }
    return true
  }

  // MARK: Parts

  private func pid(of identifier: String) throws(TestPlatformError) -> Int32? {
    try status().extensions.first { $0.manifest.identifier == identifier }?.pid
  }

  /// Takes what a life of the service has said and where its clock is, before it ends.
  private func noteLastWords() throws(TestPlatformError) {
    _ = try moment()
    life?.catchUp()
  }

  private func restartService(watches: Bool) throws(TestPlatformError) {
    try noteLastWords()
    hangUp()
    life?.end()
    life = nil
    try startService(watches: watches)
  }
}
