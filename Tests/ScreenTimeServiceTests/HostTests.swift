import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol
import ScreenTimeService
import Testing

@Suite("The extension host")
struct HostTests {
  static var quick: HostTiming {
    var timing = HostTiming()
    timing.attempt = .milliseconds(60)
    timing.deadline = .seconds(2)
    timing.firstPause = .milliseconds(5)
    timing.configure = .milliseconds(100)
    timing.act = .milliseconds(100)
    return timing
  }

  @Test("a callback that fails is delivered again until it is taken")
  func again() throws {
    let fixture = try Fixture("2025-01-06T12:00", timing: Self.quick)
    let monitor = fixture.monitor()
    var failures = 2
    monitor.react = { _, _ in
      failures -= 1
      if failures >= 0 { throw BusError(.internalFailure, "not now") }
    }
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.settle()
    #expect(monitor.log.count == 3)
    #expect(try fixture.client().status().faults.isEmpty)
  }

  @Test("a callback that nobody takes is dropped after its attempts, said, and the next one comes")
  func dropped() throws {
    let fixture = try Fixture("2025-01-06T08:00", timing: Self.quick)
    let monitor = fixture.monitor()
    monitor.react = { callback, _ in
      if callback.callback == .intervalDidStart { throw BusError(.internalFailure, "never") }
    }
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.go(to: "2025-01-06T18:00")
    #expect(monitor.log.count == 4)
    #expect(monitor.log.last == "2025-01-06 17:00 intervalDidEnd a")
    let faults = try fixture.client().status().faults
    #expect(faults.map(\.code) == ["lateCallback"])
    #expect(faults.first?.message.contains("intervalDidStart of group.test/a") == true)
  }

  @Test("one that never answers holds an advance up for no longer than its attempts")
  func silent() throws {
    let fixture = try Fixture("2025-01-06T08:00", timing: Self.quick)
    let monitor = fixture.monitor()
    monitor.isSilent = true
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.go(to: "2025-01-06T10:00")
    #expect(monitor.unanswered.count == 3)
    #expect(try fixture.client().status().faults.map(\.code) == ["lateCallback"])
    monitor.answerAll()
  }

  @Test("callbacks of one extension come in order, one at a time")
  func order() throws {
    let fixture = try Fixture("2025-01-06T12:00", timing: Self.quick)
    let monitor = fixture.monitor()
    for name in ["c", "a", "b"] { try fixture.client().monitor(name, "09:00", "17:00") }
    try fixture.settle()
    #expect(monitor.log.map { $0.suffix(1) } == ["c", "a", "b"])
  }

  @Test("a group without a monitor gets its callbacks noted, and nothing waits for them")
  func nobody() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.settle()
    #expect(try fixture.client().status().faults.map(\.code) == ["noExtension"])
  }

  @Test("callbacks go to the group that monitors, and to no other")
  func groups() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    let one = fixture.monitor(group: "group.one")
    let two = fixture.monitor(group: "group.two")
    try fixture.client(group: "group.two").monitor("a", "09:00", "17:00")
    try fixture.settle()
    #expect(one.log.isEmpty)
    #expect(two.log.count == 1)
  }

  @Test("a second one that serves the same extension is refused, with the process that has it")
  func second() throws {
    let fixture = try Fixture()
    fixture.monitor()
    let attributes = [
      "extension": "group.test.monitor", "extensionPoint": "device-activity-monitor",
      "appGroup": "group.test",
    ]
    let second = fixture.service.server.connectInProcess(as: "second", attributes: attributes)
    let error = #expect(throws: BusError.self) {
      try second.request(ClockRead(), within: .seconds(1))
    }
    #expect(error?.code == .alreadyRunning)
    #expect(error?.message.contains("\(Credentials.own.pid)") == true)
  }

  @Test(
    "whoever says wrongly which extension he is is refused",
    arguments: [
      ["extension": "dev.test.new"],
      [
        "extension": "dev.test.new", "extensionPoint": "no-such-point", "appGroup": "group.test",
      ],
      [
        "extension": "group.test.monitor", "extensionPoint": "shield-action",
        "appGroup": "group.test",
      ],
      [
        "extension": "group.test.monitor", "extensionPoint": "device-activity-monitor",
        "appGroup": "group.other",
      ],
    ])
  func mismatched(attributes: [String: String]) throws {
    let fixture = try Fixture()
    fixture.monitor()
    let connection = fixture.service.server.connectInProcess(as: "x", attributes: attributes)
    let error = #expect(throws: BusError.self) {
      try connection.request(ClockRead(), within: .seconds(1))
    }
    #expect(error?.code == .invalid)
  }

  @Test(
    "an extension point's versions are compared, and a mismatch says which side to update",
    arguments: [
      (["pointOldest": "2", "pointNewest": "3"], "protocolMismatch", "update the service"),
      (["pointOldest": "0", "pointNewest": "0"], "protocolMismatch", "build x against"),
      (["pointOldest": "3", "pointNewest": "2"], "invalid", "pointOldest"),
      (["pointOldest": "one"], "invalid", "pointOldest"),
      (["pointOldest": "0", "pointNewest": "2"], nil, nil),
      ([:], nil, nil),
    ] as [([String: String], String?, String?)])
  func pointVersions(versions: [String: String], code: String?, hint: String?) throws {
    let fixture = try Fixture()
    let described = [
      "extension": "dev.test.x", "extensionPoint": "shield-action", "appGroup": "group.test",
    ]
    let connection = fixture.service.server.connectInProcess(
      as: "x", attributes: described.merging(versions) { $1 })
    let answer = Result { () throws(BusError) in
      try connection.request(ClockRead(), within: .seconds(1), cause: nil)
    }
    #expect(answer.failureCode == code)
    if case .failure(let error) = answer {
      #expect(error.hint?.contains(try #require(hint)) == true)
    }
  }

  @Test("an extension without a manifest, started by hand, is used while it is there")
  func transient() throws {
    let fixture = try Fixture("2025-01-06T12:00")
    var taken = 0
    let connection = fixture.service.server.connectInProcess(
      as: "by-hand",
      attributes: [
        "extension": "dev.test.hand", "extensionPoint": "device-activity-monitor",
        "appGroup": "group.test",
      ]
    ) { request in
      taken += 1
      request.reply(Acknowledged())
    }
    try fixture.client().monitor("a", "09:00", "17:00")
    try fixture.settle()
    #expect(taken == 1)
    #expect(try fixture.client().status().extensions.map(\.startedByHand) == [true])
    connection.close()
    #expect(try fixture.client().status().extensions.isEmpty)
  }

  @Test("a desktop user serves as no extension")
  func desktopUser() throws {
    let fixture = try Fixture()
    _ = try fixture.client().ask(SupervisionSet(users: [4711]))
    let connection = fixture.service.server.connectInProcess(
      as: "x", credentials: Credentials(uid: 4711, gid: 4711, pid: 1),
      attributes: [
        "extension": "dev.test.x", "extensionPoint": "shield-action", "appGroup": "group.test",
      ])
    let error = #expect(throws: BusError.self) {
      try connection.request(ClockRead(), within: .seconds(1))
    }
    #expect(error?.code == .notPermitted)
  }

  @Test("a desktop user may look and press, but writes no store; a stranger is not served at all")
  func roles() throws {
    let fixture = try Fixture()
    _ = try fixture.client().ask(SupervisionSet(users: [4711]))
    let user = TestClient(
      fixture.service.server.connectInProcess(
        as: "user", credentials: Credentials(uid: 4711, gid: 4711, pid: 1),
        attributes: ["appGroup": "group.test"]))
    #expect(try user.status().supervisedUsers == [4711])
    let refused = #expect(throws: BusError.self) { try user.shield("one", ["org.test.Chess"]) }
    #expect(refused?.code == .notPermitted)
    let stranger = TestClient(
      fixture.service.server.connectInProcess(
        as: "stranger", credentials: Credentials(uid: 4712, gid: 4712, pid: 1)))
    let error = #expect(throws: BusError.self) { try stranger.status() }
    #expect(error?.code == .notPermitted)
  }
}
