import Bus
import BusInspection
import CompactJSON
import Testing

@Suite("Recordings")
struct RecordingTests {
  private func file(_ messages: [SeenMessage]) -> [String] {
    [Recording.line(Seen.head)] + messages.map { Recording.line($0) }
  }

  private func read(_ lines: [String], end: String = "\n") throws -> Recording {
    try Recording(parsing: Array((lines.joined(separator: "\n") + end).utf8))
  }

  private func error(_ lines: [String], end: String = "\n") -> RecordingError? {
    #expect(throws: RecordingError.self) { try read(lines, end: end) }
  }

  @Test("what is written is read again as it was")
  func roundTrip() throws {
    let messages = Seen.exchange("rule.list", 2, body: "{\"x\":\"é\\n\"}")
    let recording = try read(file(messages) + [Recording.lostLine(3, of: .app)])
    #expect(recording.head == Seen.head)
    #expect(recording.lost == 3)
    #expect(recording.messages.map(\.record.header) == messages.map(\.record.header))
    #expect(recording.messages.map(\.record.body) == messages.map(\.record.body))
    #expect(recording.messages.map(\.record.uptime) == messages.map(\.record.uptime))
    #expect(recording.messages.map(\.service) == [.app, .app])
  }

  @Test("a damaged line is named")
  func damage() throws {
    var lines = file(Seen.exchange("rule.list", 2))
    lines[2] = String(lines[2].dropLast(10))
    #expect(error(lines)?.message.hasPrefix("line 3 is damaged: ") == true)
    lines = file(Seen.exchange("rule.list", 2))
    #expect(error(lines, end: "")?.message.hasPrefix("line 3 is cut short") == true)
    lines[1] = "{\"service\":\"app\"}"
    #expect(error(lines)?.message == "line 2 is damaged: it tells of no message")
    #expect(error([], end: "") != nil)
    #expect(error(["rubbish"])?.message == "its first line is not that of a recording")
  }

  @Test("a recording of another protocol, or of another form, says so")
  func versions() throws {
    let line = Recording.line(Seen.head)
    let other = line.replacing("\"protocol\":1", with: "\"protocol\":2")
    #expect(
      error([other])?.message
        == "it was recorded with protocol 2; this release speaks 1")
    let form = line.replacing("\"recording\":1", with: "\"recording\":9")
    #expect(error([form])?.message == "it is a recording of form 9; this release reads 1")
  }

  // MARK: What is said again

  private func plan(_ messages: [SeenMessage]) throws -> ReplayPlan {
    try ReplayPlan(Recording(head: Seen.head, messages: messages, lost: 0))
  }

  private func types(_ plan: ReplayPlan) -> [String] {
    plan.steps.map { step in
      switch step {
      case .hello(_, let name, _): "hello of \(name)"
      case .ask(let question): question.type.text
      case .goodbye: "goodbye"
      }
    }
  }

  @Test("what came from outside is said again, in order, by whoever said it")
  func outside() throws {
    let hello =
      "{\"attributes\":{\"appGroup\":\"g\"},\"name\":\"cli\",\"newest\":1,\"oldest\":1,\"version\":\"1\"}"
    let messages =
      Seen.exchange("hello", 1, body: hello) + Seen.exchange("rule.list", 2)
      + [Seen.message("notice", "goodbye", 3)]
    #expect(types(try plan(messages)) == ["hello of cli", "rule.list", "goodbye"])
  }

  @Test("what the instance says to itself is not said again: it says it by itself")
  func inside() throws {
    let inside = [
      Seen.message("request", "store.change", 2, by: "b", role: .startedExtension),
      Seen.message("request", "activity.start", 3, by: "c", peer: "openapplock", pid: 8),
      Seen.message("request", "platform.status", 4, by: "d", peer: "openapplock-up"),
      Seen.message("request", "tap.open", 5, by: "e"),
      Seen.message("request", "ping", 6, by: "e"),
    ]
    #expect(try plan(inside).steps.isEmpty)
    #expect(try plan(inside).omissions.isEmpty)
  }

  @Test("what can't be compared is said: no answer yet, and who spoke before")
  func omissions() throws {
    let plan = try plan([Seen.message("request", "rule.list", 2)])
    #expect(types(plan) == ["hello of cli"])
    #expect(
      plan.omissions == [
        "1 requests had not been answered when the recording ended",
        "cli spoke before the recording began",
      ])
  }

  @Test("a program that was named by its path, and was there, is there again")
  func applications() throws {
    let asked = Seen.exchange(
      "catalog.check", 2, body: #"{"applications":["/opt/a","/opt/b"]}"#,
      reply: #"{"problems":[{"application":"/opt/b","kind":"notInstalled","message":"no"}]}"#)
    let recording = Recording(head: Seen.head, messages: asked)
    #expect(recording.knownApplications == ["org.example.Chess": ["games"], "/opt/a": []])
  }

  @Test("a request that was recorded in part can't be said again")
  func cut() throws {
    let whole = Seen.exchange("rule.list", 2)
    let record = whole[0].record
    let cut = SeenMessage(
      .app,
      TapRecord(
        sequence: 1, direction: .received, peer: "cli", credentials: record.credentials,
        role: record.role, time: nil, uptime: .zero, size: 1 << 20, isCut: true,
        header: record.header, body: "{"))
    let error = #expect(throws: RecordingError.self) { try plan([cut, whole[1]]) }
    #expect(error?.message.contains("recorded in part only") == true)
  }
}
