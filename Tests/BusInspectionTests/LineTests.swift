import Bus
import BusInspection
import Testing

@Suite("Messages as people read them")
struct LineTests {
  private func lines(
    _ messages: [SeenMessage], coloured: Bool = false, full: Bool = false
  ) -> [String] {
    var line = MonitorLine(ink: Ink(isColoured: coloured), showsBodies: full)
    var times = ReplyTimes()
    return messages.flatMap { message in
      line.text(message, took: times.take(message.record)).split(separator: "\n").map(String.init)
    }
  }

  @Test("a request and its reply have the same id, and the reply how long it took")
  func exchange() {
    let lines = lines(Seen.exchange("rule.list", 2, reply: "{\"rules\":[]}"))
    #expect(
      lines == [
        "— 2025-01-06 —",
        "09:00:00      app ← cli(42)                       ? rule.list           a00000/2  2 B",
        "09:00:00      app → cli(42)                       ✓ rule.list           a00000/2  12 B  3.0 ms",
      ])
  }

  @Test("a refusal says what was refused, and why")
  func refusal() {
    let body = "{\"code\":\"hardMode\",\"message\":\"\\\"Focus\\\" is hard\"}"
    let lines = lines(Seen.exchange("rule.edit", 2, reply: body, isError: true))
    #expect(lines.last?.hasSuffix("3.0 ms  hardMode: \"Focus\" is hard") == true)
    #expect(lines.last?.contains("✗ rule.edit") == true)
  }

  @Test("what caused a message is named as that message is")
  func cause() {
    let message = Seen.message(
      "request", "store.change", 7, by: "d", cause: "\(Seen.session("c"))/4", of: .screentimed,
      peer: "OpenAppLockMonitor")
    #expect(
      lines([message]).last
        == "09:00:00      screentimed ← OpenAppLockMonitor(42)  ? store.change        d00000/7  2 B"
        + "  because of c00000/4")
  }

  @Test("with its body a message is laid out below its line; what is no JSON as it came")
  func bodies() {
    let long = "{\"name\":\"\(String(repeating: "x", count: 80))\",\"on\":true}"
    let shown = lines([Seen.message("request", "rule.add", 2, body: long)], full: true)
    #expect(shown.suffix(4).first == "      {")
    #expect(shown.last == "      }")
    #expect(shown.contains("        \"on\": true"))
    let rubbish = lines([Seen.message("request", "rule.add", 2, body: "rubbish")], full: true)
    #expect(rubbish.last == "      rubbish")
  }

  @Test("there is colour only where it is wanted")
  func colour() {
    #expect(lines(Seen.exchange("ping", 2)).allSatisfy { !$0.contains("\u{1B}") })
    #expect(lines(Seen.exchange("ping", 2), coloured: true).contains { $0.contains("\u{1B}[32m✓") })
  }

  @Test("a header that can't be read is shown all the same")
  func unreadable() {
    let record = TapRecord(
      sequence: 1, direction: .received, peer: nil,
      credentials: Credentials(uid: 1, gid: 1, pid: 42), role: nil, time: nil, uptime: .zero,
      size: 0, header: "rubbish", body: "")
    #expect(lines([SeenMessage(.app, record)]).last?.contains("app ← ?(42)") == true)
    #expect(lines([SeenMessage(.app, record)]).last?.contains("! unreadable") == true)
  }
}
