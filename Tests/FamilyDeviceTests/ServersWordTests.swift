import CompactJSON
import FamilyShared
import PolicyCore
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("A server's word is taken only as far as it makes sense")
struct ServersWordTests {
  /// Whatever is said, what was known stays as it was, byte for byte of meaning, and so does the shield.
  private func refused(
    _ house: Household, status: Int = 200, _ body: String, _ word: String
  ) throws {
    let before = try house.known()
    let shielded = try house.isShielded
    house.relay.have("/snapshot", .answered(status: status, body: body))
    let sync = try house.device("sync")
    #expect(sync.status != 0 && sync.err.contains(word), "\(sync.err)")
    #expect(try house.known() == before, "\(word)")
    #expect(try house.isShielded == shielded, "\(word)")
    house.relay.haveAllWell()
  }

  /// The server's snapshot with some fields changed, as text.
  private func snapshot(
    _ house: Household, _ changes: [String: JSON], policy: [String: JSON] = [:]
  ) throws -> String {
    let known = try #require(try house.known().snapshot)
    guard case .object(var fields) = try JSON(parsing: CompactJSON.encode(known)),
      case .object(let old)? = fields["policy"]
    else { return "" }
    fields["policy"] = .object(old.merging(policy) { $1 })
    fields.merge(changes) { $1 }
    return String(decoding: try CompactJSON.encode(JSON.object(fields)), as: UTF8.self)
  }

  @Test(
    "another machine's, an older or an unknown one, garbage, too much of it: nothing is applied")
  func nothingApplied() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    try house.play(60)
    let open: [String: JSON] = ["daily_limit_minutes": .integer(1000)]
    try refused(
      house, snapshot(house, ["device_id": .text("other")], policy: open), "for the device")
    try refused(
      house, snapshot(house, ["policy_revision": .integer(1)], policy: open), "revision 1")
    try refused(
      house, snapshot(house, ["day": .text("2020-01-01")], policy: open), "2020-01-01")
    try refused(
      house, snapshot(house, ["schema_version": .integer(2)], policy: open), "version 2")
    let wrong: [String: JSON] = ["daily_limit_minutes": .integer(1441)]
    try refused(house, snapshot(house, [:], policy: wrong), "daily_limit_minutes")
    let unknown: [String: JSON] = [
      "daily_limit_minutes": .integer(1000), "bedtime": .text("20:00"),
    ]
    try refused(house, snapshot(house, [:], policy: unknown), "bedtime")
    try refused(
      house, snapshot(house, ["server_time": .integer(.max)], policy: open), "server_time")
    try refused(house, "<html>welcome</html>", "did not answer as a family's server does")
    try refused(house, "{}", "not one")
    try refused(house, "", "not one")
    try refused(house, status: 302, "", "status 302")
    try refused(house, status: 502, "<html>bad gateway</html>", "can't answer now")
    try refused(house, status: 200, String(repeating: "[", count: 1 << 20), "could not reach")
    try refused(house, status: 200, String(repeating: "[", count: 1 << 16), "did not answer")
    #expect(try house.device("sync").status == 0)
  }

  @Test("questions that would do something to a terminal, or have no end, are not asked")
  func questions() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let question = #"{"question_id": "q", "prompt": "1 + 1\u001b[2J"}"#
    func challenge(_ questions: String, id: String = "c") throws -> ProgramResult {
      house.relay.haveAllWell()
      let body = """
        {"challenge_id": "\(id)", "questions": [\(questions)], "expires_at": 1800000000,
        "reward_minutes": 15, "day": "2025-01-06"}
        """
      house.relay.have("/challenges", .answered(status: 201, body: body))
      return try house.device("challenge", input: "")
    }
    #expect(try challenge(question).out.contains("1 + 1[2J = "))
    for questions in [
      "", #"{"question_id": 1}"#, Array(repeating: question, count: 51).joined(separator: ","),
    ] {
      let result = try challenge(questions)
      #expect(result.status == 1 && result.err.contains("not readable"), "\(result.err)")
    }
    #expect(try challenge(question, id: "../../parent/policy").err.contains("not readable"))
  }

  @Test("what a server says of a refusal can't move the cursor about")
  func refusals() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    house.relay.have(
      "/challenges",
      .answered(
        status: 429, body: #"{"error": {"code": "too_many_requests", "message": "no\u001b[2J"}}"#))
    let result = try house.device("challenge")
    #expect(result.status == 1 && result.err.contains("no[2J"), "\(result.err)")
    #expect(result.err.contains("hint: try again later"))
  }
}
