import CivilTime
import Testing

@Suite("The shared tables of windows and spans")
struct VectorTests {
  @Test("says which window holds an instant and when the next one starts")
  func windows() throws {
    let cases = try Vectors.load("windows.json", of: Vectors.WindowCase.self)
    #expect(cases.count >= 18)
    for row in cases {
      let zone = try Zone(identifier: row.zone)
      let now = Moment(try zone.instant(parsing: row.now), in: zone)
      let window = DailyWindow(from: row.from, to: row.to)
      let inside = try row.inside.map { edges in
        Span(start: try zone.instant(parsing: edges[0]), end: try zone.instant(parsing: edges[1]))
      }
      let next = try row.next.map { text in try zone.instant(parsing: text) }
      #expect(window.span(containing: now, days: row.days) == inside, "\(row.testDescription)")
      #expect(window.nextStart(after: now, days: row.days) == next, "\(row.testDescription)")
    }
  }

  @Test("words each span as the screen does")
  func spans() throws {
    let cases = try Vectors.load("spans.json", of: Vectors.SpanCase.self)
    #expect(cases.count >= 11)
    for row in cases {
      #expect(SpanText.short(.seconds(row.seconds)) == row.text, "\(row.testDescription)")
    }
  }

  @Test(
    "a span that rounds up to a full hour or to two days is said in the greater unit",
    arguments: [
      (0, "1m"), (-60, "1m"), (89, "1m"), (90, "2m"), (3569, "59m"), (3570, "1h"), (3599, "1h"),
      (170_999, "47h"), (171_000, "2d"), (8_640_000, "100d"),
    ])
  func carrying(seconds: Int, text: String) {
    #expect(SpanText.short(.seconds(seconds)) == text)
  }
}
