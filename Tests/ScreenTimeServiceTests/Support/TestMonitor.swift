import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService

/// A monitor extension in this process that writes down what it is told.
final class TestMonitor {
  /// What was delivered: local time, callback, activity, event.
  private(set) var log: [String] = []
  /// What it does with a callback, before it answers.
  var react: ((ActivityCallback, TestClient) throws -> Void)?
  /// Whether it leaves callbacks unanswered.
  var isSilent = false
  /// The callbacks that it has left unanswered.
  private(set) var unanswered: [IncomingRequest] = []
  private(set) var client: TestClient?

  init(
    _ service: ScreenTimeService, group: String = "group.test",
    identifier: String = "dev.test.monitor"
  ) {
    let connection = service.attachExtension(
      ExtensionManifest(
        identifier: identifier, extensionPoint: .monitor, appGroup: group,
        executable: "/nowhere")
    ) { [weak self] request in self?.take(request) }
    client = TestClient(connection)
  }

  /// Takes what was logged so far.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Answers what was left unanswered.
  func answerAll() {
    isSilent = false
    for request in unanswered { request.reply(Acknowledged()) }
    unanswered = []
  }

  private func take(_ request: IncomingRequest) {
    do {
      let callback = try request.decode(ActivityCallback.self)
      let reading = try Zone(identifier: callback.zone).reading(at: callback.now)
      log.append(
        "\(reading.date) \(reading.time) \(callback.callback.rawValue) "
          + [callback.activity.rawValue, callback.event?.rawValue].compactMap { $0 }
          .joined(separator: " "))
      if isSilent { return unanswered.append(request) }
      if let client { try react?(callback, client) }
      request.reply(Acknowledged())
    } catch {
      request.fail(error as? BusError ?? BusError(.internalFailure, "\(error)"))
    }
  }
}
