import CivilTime
import PolicyCore
import Testing

@testable import FamilyServer

@Suite("What the parents' page is written with")
struct PageTextTests {
  @Test(
    "whatever is put into markup stays text, in an element and in an attribute",
    arguments: [
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("\" onload=\"x", "&quot; onload=&quot;x"), ("' x='", "&#39; x=&#39;"),
      ("a & b &lt; c", "a &amp; b &amp;lt; c"), ("\0", "&#xFFFD;"), ("Jürgen 👨‍👩‍👧", "Jürgen 👨‍👩‍👧"),
      ("أمل", "أمل"), ("", ""),
    ])
  func escaping(text: String, escaped: String) {
    let piece: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(piece.markup == "<p title=\"\(escaped)\">\(escaped)</p>")
  }

  @Test("markup goes into markup as it is, once")
  func nesting() {
    let inner: HTML = "<b>\("<")</b>"
    let outer: HTML = "<p>\(inner)\(7)\(HTML.each([1, 2]) { "<i>\($0)</i>" })</p>"
    #expect(outer.markup == "<p><b>&lt;</b>7<i>1</i><i>2</i></p>")
  }

  @Test(
    "a form is read as a browser sends it",
    arguments: [
      ("a=1&b=2", ["a=1", "b=2"]), ("name=M%C3%BCller+x", ["name=Müller x"]),
      ("a=1&a=2", ["a=1", "a=2"]), ("a&b=", ["a=", "b="]), ("a=b%3Dc=d", ["a=b=c=d"]), ("", []),
      ("&&a=1&", ["a=1"]), ("a=%zz%4", ["a=%zz%4"]), ("a=%C3", ["a=\u{FFFD}"]),
      ("a=%+1", ["a=% 1"]),
      ("%61%26=%3c", ["a&=<"]),
    ])
  func forms(text: String, pairs: [String]) {
    let form = FormBody(parsing: Array(text.utf8))
    #expect(form.pairs.map { "\($0.name)=\($0.value)" } == pairs)
  }

  @Test(
    "two people's changes come together field by field",
    arguments: [
      // base, mine, theirs: what comes of it, and whether it is asked about or taken over.
      (1, 1, 1, 1, ""), (1, 2, 1, 2, ""), (1, 1, 3, 3, "taken"), (1, 2, 2, 2, ""),
      (1, 2, 3, 2, "clash"), (nil, 2, nil, 2, ""), (nil, nil, 3, 3, "taken"),
      (1, nil, 1, nil, ""), (1, 1, nil, nil, "taken"), (1, nil, 3, nil, "clash"),
      (1, 2, nil, 2, "clash"), (1, nil, nil, nil, ""),
    ] as [(Int?, Int?, Int?, Int?, String)])
  func threeWay(base: Int?, mine: Int?, theirs: Int?, merged: Int?, outcome: String) {
    func one(_ value: Int?) -> [String: Int] { value.map { ["f": $0] } ?? [:] }
    let both = ThreeWay(base: one(base), mine: one(mine), theirs: one(theirs), fields: ["f"])
    #expect(both.merged["f"] == merged)
    #expect(both.clashes == (outcome == "clash" ? ["f"] : []))
    #expect(both.taken == (outcome == "taken" ? ["f"] : []))
  }

  @Test(
    "a time that is past is told in whole units, and none is told of the future",
    arguments: [
      (-60, "less than a minute ago"), (0, "less than a minute ago"),
      (59, "less than a minute ago"), (60, "1 minute ago"), (5 * 60 + 59, "5 minutes ago"),
      (3600, "1 hour ago"), (47 * 3600 + 3599, "47 hours ago"), (48 * 3600, "2 days ago"),
    ])
  func ago(seconds: Int, words: String) throws {
    let now = Instant(seconds: 1_736_164_800)
    let times = TimeWords(zone: .utc, now: now)
    #expect(times.ago(now - .seconds(seconds)) == words)
  }

  @Test(
    "a moment is told in the family's zone, with its name, and with its day unless that is today")
  func moments() throws {
    let zone = try Zone(identifier: "Asia/Kolkata")
    let times = TimeWords(zone: zone, now: try Instant(parsing: "2025-01-06T20:00:00Z"))
    // It is the seventh there already.
    #expect(
      times.moment(try Instant(parsing: "2025-01-06T19:00:00Z")) == "00:30 (Asia/Kolkata)")
    #expect(
      times.moment(try Instant(parsing: "2025-01-06T18:00:00Z"))
        == "23:30 on Mon 6 January 2025 (Asia/Kolkata)")
  }

  @Test(
    "times to wait are rounded up",
    arguments: [
      (0, "1 second"), (45, "45 seconds"), (60, "1 minute"), (61, "2 minutes"),
      (600, "10 minutes"), (7200, "2 hours"),
    ])
  func waiting(seconds: Int, words: String) {
    #expect(TimeWords.wait(seconds) == words)
  }

  @Test(
    "allowed hours are told as what they come to",
    arguments: [
      ("07:00", "20:00", "from 07:00 to 20:00"), ("00:00", "00:00", "all day"),
      ("20:00", "07:00", "from 20:00 until 07:00 the next morning"), ("09:30", "09:30", "all day"),
    ])
  func hours(start: String, end: String, words: String) {
    #expect(FieldWords.hours(from: start, to: end) == words)
  }

  @Test("a value is told with its unit, one or many")
  func phrases() {
    #expect(FieldWords.phrase(.number(1), of: .rewardMinutes) == "1 minute")
    #expect(FieldWords.phrase(.number(0), of: .dailyLimitMinutes) == "0 minutes")
    #expect(FieldWords.phrase(.number(1), of: .challengeQuestions) == "1 question")
    #expect(FieldWords.phrase(.number(12), of: .challengeMaxOperand) == "12")
    #expect(
      FieldWords.phrase(.texts(["add", "subtract", "multiply"]), of: .challengeOperations)
        == "addition, subtraction and multiplication")
  }

  @Test("every field says what it means, and a number's range")
  func meanings() {
    for field in PolicyField.allCases {
      let words = FieldWords.of(field)
      #expect(!words.title.isEmpty && words.meaning.hasSuffix("."))
      if let range = field.range {
        #expect(words.meaning.contains("rom \(range.lowerBound) to \(range.upperBound)"))
      }
    }
    #expect(Set(PolicyField.onPage) == Set(PolicyField.allCases))
  }

  @Test(
    "what is typed is a value where it is one, and stays as it was typed otherwise",
    arguments: [
      (PolicyField.dailyLimitMinutes, [" 60 "], PolicyValue.number(60)),
      (.dailyLimitMinutes, ["060"], .number(60)), (.dailyLimitMinutes, ["1e3"], .text("1e3")),
      (.dailyLimitMinutes, ["-5"], .number(-5)), (.dailyLimitMinutes, [""], .other("nothing")),
      (.dailyLimitMinutes, ["  "], .other("nothing")), (.dailyLimitMinutes, [], .other("nothing")),
      (.allowedStart, ["07:00"], .text("07:00")), (.allowedStart, ["7"], .text("7")),
      (.challengeOperations, ["multiply", "add"], .texts(["add", "multiply"])),
      (.challengeOperations, [], .texts([])), (.challengeOperations, ["x"], .texts(["x"])),
    ])
  func typing(field: PolicyField, typed: [String], value: PolicyValue) {
    #expect(field.value(typed: typed) == value)
  }

  @Test(
    "a QR code has its finder patterns and a quiet zone, and is one for every code that there is")
  func codes() throws {
    let code = try #require(QRCode("https://family.example/pair#abcdEFGH-_ijklmnopqrstuv"))
    for (column, row) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
      #expect((0..<7).allSatisfy { code.isDark(column + $0, row) && code.isDark(column, row + $0) })
      #expect(!code.isDark(column + 1, row + 1) && code.isDark(column + 3, row + 3))
    }
    let picture = code.picture("A \"code\"").markup
    #expect(picture.contains("viewBox=\"0 0 \(code.width + 8) \(code.width + 8)\""))
    #expect(picture.contains("aria-label=\"A &quot;code&quot;\""))
    #expect(QRCode(String(repeating: "x", count: 5000)) == nil)
  }
}
