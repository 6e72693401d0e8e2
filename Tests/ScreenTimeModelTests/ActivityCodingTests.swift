import CivilTime
import Foundation
import ScreenTimeModel
import Testing

@Suite("Activities, selections and shields as text")
struct ActivityCodingTests {
  private func window(_ from: String, _ to: String) throws -> DailyWindow {
    DailyWindow(from: try TimeOfDay(parsing: from), to: try TimeOfDay(parsing: to))
  }

  @Test("a daily interval names its two readings")
  func daily() throws {
    try expectGolden(
      ActivityInterval.daily(try window("09:00", "17:00"), weekday: nil, repeats: true),
      #"{"daily":{"from":"09:00","repeats":true,"to":"17:00"}}"#)
  }

  @Test("a weekly interval names its weekday by number")
  func weekly() throws {
    try expectGolden(
      ActivityInterval.daily(try window("22:00", "06:30"), weekday: .monday, repeats: false),
      #"{"daily":{"from":"22:00","repeats":false,"to":"06:30","weekday":2}}"#)
  }

  @Test("a dated interval names both its dates")
  func dated() throws {
    try expectGolden(
      ActivityInterval.dated(
        fromDate: try CivilDate(parsing: "2025-01-06"), fromTime: try TimeOfDay(parsing: "23:50"),
        toDate: try CivilDate(parsing: "2025-01-07"), toTime: try TimeOfDay(parsing: "00:05:30")),
      #"{"dated":{"fromDate":"2025-01-06","fromTime":"23:50","toDate":"2025-01-07","#
        + #""toTime":"00:05:30"}}"#)
  }

  @Test(
    "an interval that names no time that exists is refused",
    arguments: [
      #"{}"#, #"{"daily":{}}"#, #"{"daily":{"from":"24:00","to":"17:00","repeats":true}}"#,
      #"{"daily":{"from":"09:00","to":"17:00","repeats":true,"weekday":8}}"#,
      #"{"dated":{"fromDate":"2025-02-30","fromTime":"09:00","toDate":"2025-03-01","#
        + #""toTime":"09:00"}}"#,
    ])
  func brokenIntervals(text: String) {
    #expect(throws: (any Error).self) { try value(ActivityInterval.self, text) }
  }

  @Test("a schedule without a warning doesn't name one")
  func schedule() throws {
    let interval = ActivityInterval.daily(
      try window("09:00", "17:00"), weekday: nil, repeats: true)
    try expectGolden(
      ActivitySchedule(interval: interval),
      #"{"interval":{"daily":{"from":"09:00","repeats":true,"to":"17:00"}}}"#)
    try expectGolden(
      ActivitySchedule(interval: interval, warningSeconds: 300),
      #"{"interval":{"daily":{"from":"09:00","repeats":true,"to":"17:00"}},"warningSeconds":300}"#)
  }

  @Test("an event names whose use counts and how much")
  func event() throws {
    let chess = try ApplicationToken(parsing: "org.gnome.Chess")
    try expectGolden(
      ActivityEvent(
        selection: FamilyActivitySelection(applicationTokens: [chess]), thresholdSeconds: 2700,
        includesPastActivity: true),
      #"{"includesPastActivity":true,"selection":{"applications":["org.gnome.Chess"],"#
        + #""categories":[],"webDomains":[]},"thresholdSeconds":2700}"#)
  }

  @Test("equal selections are equal bytes, and absent parts are empty")
  func selection() throws {
    let names = ["b.App", "a.App", "c.App"]
    let tokens = try names.map { try ApplicationToken(parsing: $0) }
    let text = #"{"applications":["a.App","b.App","c.App"],"categories":[],"webDomains":[]}"#
    try expectGolden(FamilyActivitySelection(applicationTokens: Set(tokens)), text)
    try expectGolden(FamilyActivitySelection(applicationTokens: Set(tokens.reversed())), text)
    #expect(try value(FamilyActivitySelection.self, "{}").isEmpty)
  }

  @Test("a shield's subject says which kind it is")
  func subject() throws {
    let chess = try ApplicationToken(parsing: "org.gnome.Chess")
    let site = try WebDomainToken(parsing: "chess.test")
    try expectGolden(ShieldSubject.application(chess), #"{"application":"org.gnome.Chess"}"#)
    try expectGolden(ShieldSubject.webDomain(site), #"{"webDomain":"chess.test"}"#)
  }

  @Test("what a press is and what becomes of a shield have short names")
  func press() throws {
    try expectGolden(
      [ShieldAction.primaryButtonPressed, .secondaryButtonPressed], #"["primary","secondary"]"#)
    try expectGolden([ShieldActionResponse.none, .close, .defer], #"["none","close","defer"]"#)
  }

  @Test("a manifest names its extension's point by Apple's word")
  func manifest() throws {
    try expectGolden(
      ExtensionManifest(
        identifier: "dev.example.monitor", extensionPoint: .monitor, appGroup: "group.example",
        executable: "/usr/libexec/monitor"),
      #"{"appGroup":"group.example","executable":"/usr/libexec/monitor","#
        + #""extensionPoint":"device-activity-monitor","identifier":"dev.example.monitor"}"#)
  }
}
