import Bus
import Enforcement
import EventLoop
import ScreenTimeService
import TestSupport

/// A service in this process on the machine's own clock, for as long as a test asks it something.
final class RealFixture {
  let client: TestClient
  private let scratch: Scratch
  private let service: ScreenTimeService

  init(_ clock: SystemServiceClock, test: String = #function) throws {
    scratch = try Scratch(test)
    service = try ScreenTimeService(
      configuration: ServiceConfiguration(
        stateDirectory: scratch.file("state"), socketPath: nil, supervised: .uids([]),
        version: "test"),
      loop: try EventLoop(), clock: clock, catalog: StatedCatalog([:]), backend: { _ in nil })
    try service.start()
    client = TestClient(
      service.server.connectInProcess(as: "test", attributes: ["appGroup": "group.test"]))
  }

  func end() {
    service.stop()
    scratch.cleanUp()
  }
}
