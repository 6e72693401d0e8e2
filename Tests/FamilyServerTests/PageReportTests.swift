import CivilTime
import PolicyCore
import Testing

@testable import FamilyServer

@Suite("What the parents' page says of a machine")
struct PageReportTests {
  private static let now = Instant(seconds: 1_736_164_800)  // 2025-01-06T12:00:00Z
  private static let today = CivilDate(daysSinceEpoch: 20_094)

  private func words(
    _ monitoring: DeviceStatus.Monitoring?, shielded: Bool = false, revision: Int = 7,
    holding: Int = 7, detail: String = "", day: CivilDate = today, ago: Int = 300,
    isRevoked: Bool = false
  ) -> ReportWords {
    let status = monitoring.map {
      DeviceStatus(
        policyRevision: revision, monitoring: $0, shielded: shielded, detail: detail,
        observedMinutes: 12, observedDay: day)
    }
    let device = Device(
      id: DeviceID("d"), child: ChildID("c"), name: "Laptop",
      pairedAt: Self.now - .seconds(2 * 86_400), revokedAt: isRevoked ? Self.now : nil,
      lastStatus: status.map {
        ReceivedStatus(status: $0, reportedAt: Self.now - .seconds(ago))
      })
    return ReportWords(
      device, revision: holding, times: TimeWords(zone: .utc, now: Self.now))
  }

  @Test("a machine that never reported is said to be that, and nothing else")
  func silent() {
    let words = words(nil)
    #expect(words.headline == "Hasn't reported since it was paired, 2 days ago.")
    #expect(words.details == [] && words.weight == .attention)
  }

  @Test("a report is told as what was said, and when")
  func plain() {
    let words = words(.active)
    #expect(words.headline == "Last reported 5 minutes ago that it enforces revision 7.")
    #expect(
      words.details == ["The apps were open then.", "It had seen 12 minutes of use today."])
    #expect(words.weight == .plain)
    #expect(self.words(.active, shielded: true).details[0] == "The apps were shielded then.")
  }

  @Test("an observation of another day names it")
  func yesterday() {
    let words = words(.active, day: Self.today.adding(days: -1), ago: 86_400)
    #expect(words.details[1] == "It had seen 12 minutes of use on Sun 5 January 2025.")
  }

  @Test("a revision that wasn't reported yet is said to be that")
  func behind() {
    let words = words(.active, holding: 9)
    #expect(words.weight == .attention)
    #expect(
      words.details.last
        == "It hasn't reported yet that it enforces revision 9, which holds now.")
  }

  @Test("a revision that the server doesn't know is said to be that")
  func ahead() {
    let words = words(.active, holding: 6)
    #expect(words.headline == "Last reported 5 minutes ago that it enforces revision 7.")
    #expect(words.weight == .attention)
    #expect(words.details.last?.hasPrefix("This server knows no revision after 6") == true)
  }

  @Test("a problem comes first, with what the machine added")
  func problem() {
    let words = words(.failed, shielded: true, detail: "no service")
    #expect(
      words.headline
        == "Reported a problem 5 minutes ago: it could not set up its watch over the apps.")
    #expect(
      words.details == ["It said that it shields them until it can.", "It added: “no service”"])
    #expect(words.weight == .problem)
  }

  @Test("a machine without chosen apps limits nothing")
  func unconfigured() {
    #expect(
      words(.notConfigured).headline.hasSuffix(
        "no apps are chosen on it yet, so nothing is limited."))
  }

  @Test("a revoked machine isn't waited for")
  func revoked() {
    #expect(words(nil, isRevoked: true).weight == .plain)
    #expect(!words(.active, holding: 9, isRevoked: true).details.joined().contains("revision 9"))
  }

  @Test(
    "nothing is claimed about now",
    arguments: [DeviceStatus.Monitoring?.none, .active, .failed, .notConfigured])
  func claims(monitoring: DeviceStatus.Monitoring?) {
    for shielded in [true, false] {
      let words = words(monitoring, shielded: shielded, holding: 9, detail: "x")
      let text = ([words.headline] + words.details).joined(separator: " ").lowercased()
      for claim in ["online", "live", "is blocked", "is shielded", "is open", "are blocked"] {
        #expect(!text.contains(claim))
      }
    }
  }
}
