import EventLoop
import Glibc
import ScreenTimeProtocol

/// What a test expects; what is not so is thrown, with the conversation.
extension TestPlatform {
  /// How long a look lasts before the next one, where nothing says that something has happened.
  private static let pause = Duration.milliseconds(3)

  /// The callbacks that monitor extensions were sent so far.
  public var callbacks: [DeliveredCallback] {
    life?.catchUp()
    return conversation.callbacks
  }

  /// What is wrong, as the service's status has it, a sentence each.
  ///
  /// - Throws: ``TestPlatformError``.
  public func faults() throws(TestPlatformError) -> [PlatformFault] {
    try status().faults.map(PlatformFault.init)
  }

  /// Expects exactly these callbacks since this was last asked, in this order:
  /// `15:00 intervalDidStart study`, `15:20 eventDidReachThreshold limit of study`.
  ///
  /// - Throws: ``TestPlatformError`` `expectation`.
  public func expectCallbacks(_ expected: String...) throws(TestPlatformError) {
    let all = callbacks.map(\.description)
    let found = all.dropFirst(expectedCallbacks)
    expectedCallbacks = all.count
    try expect(Array(found), expected, "callbacks")
  }

  /// Expects exactly these known applications to be under a shield now.
  ///
  /// - Throws: ``TestPlatformError`` `expectation`.
  public func expectShielded(_ expected: String...) throws(TestPlatformError) {
    try expect(try shieldedApplications(), expected.sorted(), "shielded")
  }

  /// Expects exactly these stores of an app group to say anything; what one says is
  /// ``store(_:of:)``.
  ///
  /// - Throws: ``TestPlatformError`` `expectation`.
  public func expectStores(
    _ expected: String..., of group: String
  ) throws(TestPlatformError) {
    try expect(try stores(of: group), expected.sorted(), "stores")
  }

  /// Expects a message to have gone over the bus, such as `store.change`, and hands back the last one.
  ///
  /// - Throws: ``TestPlatformError`` `expectation`.
  @discardableResult
  public func expectMessage(
    _ type: String, _ kind: BusMessage.Kind = .request
  ) throws(TestPlatformError) -> BusMessage {
    guard let message = messages.last(where: { $0.type == type && $0.kind == kind }) else {
      throw failure("expectation", "no \(kind.rawValue) of \(type) went over the bus")
    }
    return message
  }

  /// Expects the service to find nothing wrong.
  ///
  /// - Throws: ``TestPlatformError`` `expectation` that names each fault.
  public func expectNoFaults() throws(TestPlatformError) {
    // That nothing is enforced is how a test platform is made.
    let found = try faults().filter { $0.code != "notEnforced" }
    try expect(found.map(\.description), [], "faults")
  }

  /// Waits until something holds that comes about by itself: a process that starts, or ends.
  ///
  /// What time brings is waited for by ``advance(by:)`` already.
  ///
  /// - Throws: ``TestPlatformError`` `timeout`, and what `condition` throws.
  public func eventually(
    _ what: String, within limit: Duration? = nil, _ condition: () throws -> Bool
  ) throws {
    guard try wait(within: limit, until: condition) else {
      throw failure("timeout", "\(what): not within \(limit ?? patience)")
    }
  }

  /// Looks again and again until a condition holds, and tells whether it came to; the service works
  /// meanwhile.
  func wait<Failure: Error>(
    within limit: Duration? = nil, until condition: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let deadline = loop.uptime + (limit ?? patience)
    while true {
      if try condition() { return true }
      guard loop.uptime < deadline else { return false }
      // A loop that can't wait any more has no more to bring; the deadline ends this.
      if (try? loop.turn(waitingAtMost: Self.pause)) == nil { usleep(3000) }
      life?.listen()
    }
  }

  private func expect(
    _ found: [String], _ expected: [String], _ what: String
  ) throws(TestPlatformError) {
    guard found != expected else { return }
    throw failure(
      "expectation",
      "\(what) are not as expected\n  expected: \(Self.list(expected))\n  found:    "
        + Self.list(found))
  }

  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "none" : items.joined(separator: ", ")
  }
}
