import Bus
import DeviceActivity
import Foundation
import ScreenTimeClient
import ScreenTimeProtocol
import Testing

@Suite("Monitoring")
struct DeviceActivityCenterTests {
  private let focus = DeviceActivityName("focus")
  private let late = DeviceActivityName("late")
  private let day = DeviceActivitySchedule(
    intervalStart: DateComponents(hour: 9, minute: 0),
    intervalEnd: DateComponents(hour: 17, minute: 0), repeats: true)

  @Test("an activity is started with its schedule and its events", arguments: Way.allCases)
  func start(way: Way) throws {
    try withApp(way) { fixture in
      let event = DeviceActivityEvent(
        applications: [try chess], categories: [try games], webDomains: [try site],
        threshold: DateComponents(minute: 45), includesPastActivity: true)
      try DeviceActivityCenter().startMonitoring(
        focus, during: day, events: [.init("minutes-45"): event])
      #expect(
        fixture.log.requests == [
          #"activity.start {"activity":"focus","events":{"minutes-45":{"#
            + #""includesPastActivity":true,"selection":{"applications":["org.gnome.Chess"],"#
            + #""categories":["games"],"webDomains":["chess.test"]},"thresholdSeconds":2700}},"#
            + #""schedule":{"interval":{"daily":{"from":"09:00","repeats":true,"to":"17:00"}}}}"#
        ])
    }
  }

  @Test("what is monitored is told by name, schedule and events", arguments: Way.allCases)
  func read(way: Way) throws {
    try withApp(way) { _ in
      let center = DeviceActivityCenter()
      let event = DeviceActivityEvent(
        applications: [try chess], threshold: DateComponents(second: 60))
      try center.startMonitoring(late, during: day)
      try center.startMonitoring(focus, during: day, events: [.init("minutes-1"): event])
      #expect(center.activities == [focus, late])
      #expect(center.schedule(for: focus) == day)
      #expect(center.events(for: focus) == [DeviceActivityEvent.Name("minutes-1"): event])
      #expect(center.events(for: late).isEmpty)
      #expect(center.schedule(for: DeviceActivityName("other")) == nil)
      try center.confirm()
    }
  }

  @Test("stopping names, nobody and everybody are three things")
  func stop() throws {
    try withApp(.inProcess) { fixture in
      let center = DeviceActivityCenter()
      try center.startMonitoring(focus, during: day)
      try center.startMonitoring(late, during: day)
      center.stopMonitoring([])
      #expect(center.activities == [focus, late])
      center.stopMonitoring([focus])
      #expect(center.activities == [late])
      center.stopMonitoring()
      #expect(center.activities.isEmpty)
      #expect(
        fixture.log.requests.filter { $0.hasPrefix("activity.stop") }
          == [#"activity.stop {"activities":["focus"]}"#, "activity.stop {}"])
    }
  }

  @Test(
    "the service's refusals have Apple's names and the service's sentences",
    arguments: [
      (BusErrorCode.excessiveActivities, MonitoringError.excessiveActivities("why")),
      (.intervalTooLong, .intervalTooLong("why")),
      (.intervalTooShort, .intervalTooShort("why")),
      (.invalidDateComponents, .invalidDateComponents("why")),
      (.unauthorized, .unauthorized("why")),
      (.notPermitted, .unauthorized("why")),
      (.internalFailure, .unavailable("why")),
      (.timeout, .unavailable("why")),
    ])
  func refusals(code: BusErrorCode, expected: MonitoringError) throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(ActivityStart.name, BusError(code: code, message: "why"))
      let error = #expect(throws: MonitoringError.self) {
        try DeviceActivityCenter().startMonitoring(focus, during: day)
      }
      #expect(error == expected)
      #expect(error?.message == "why")
    }
  }

  @Test("a stop that failed is kept until somebody asks")
  func keptStop() throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(ActivityStop.name, BusError(code: .unauthorized, message: "no"))
      let center = DeviceActivityCenter()
      center.stopMonitoring()
      #expect(throws: MonitoringError.unauthorized("no")) { try center.confirm() }
      try center.confirm()
    }
  }

  @Test("without a service an activity can't be started")
  func noSession() {
    let error = #expect(throws: MonitoringError.self) {
      try DeviceActivityCenter().startMonitoring(focus, during: day)
    }
    #expect(error?.code == "unavailable")
  }
}
