import Bus
import BusInspection
import Testing

@Suite("Following a chain of causes")
struct ChainTests {
  /// A press that opens an app, beside other messages, as two taps tell of it.
  private let story: [SeenMessage] = {
    let of = Seen.session
    return [
      Seen.message("request", "ping", 1, by: "9"),
      Seen.message("request", "app.press", 2, by: "a"),
      Seen.message(
        "request", "shield.press", 3, by: "b", cause: "\(of("a"))/2", of: .screentimed),
      Seen.message(
        "request", "shield.act", 4, by: "c", cause: "\(of("b"))/3", direction: .sent,
        of: .screentimed),
      Seen.message("request", "rule.list", 5, by: "9"),
      Seen.message(
        "request", "store.change", 6, by: "d", cause: "\(of("c"))/4", of: .screentimed),
      Seen.message(
        "notice", "union.changed", 7, by: "c", cause: "\(of("d"))/6", direction: .told,
        of: .screentimed),
      Seen.message(
        "notice", "processes.changed", 8, by: "c", cause: "\(of("d"))/6", direction: .told,
        of: .screentimed),
      Seen.message(
        "reply", "app.press", 9, by: "e", cause: "\(of("a"))/2", direction: .sent),
    ]
  }()

  private let whole = [
    "app.press", "shield.press", "shield.act", "store.change", "union.changed",
    "processes.changed", "app.press",
  ]

  @Test(
    "from any message of it the whole chain is found, whichever services it goes through",
    arguments: ["a00000/2", "c00000/4", "d000000000000000/6", "e00000/9", "c000/8"])
  func chain(_ reference: String) throws {
    var follower = ChainFollower(try #require(ShortReference(reference)))
    let links = story.flatMap { follower.take($0) }
    #expect(links.map { $0.message.record.type?.text } == whole)
    #expect(links.map(\.depth) == [0, 1, 2, 3, 4, 4, 1])
    #expect(follower.hasFound)
  }

  @Test("a message that nobody has seen is no chain")
  func unknown() throws {
    var follower = ChainFollower(try #require(ShortReference("b00000/99")))
    #expect(story.flatMap { follower.take($0) }.isEmpty)
    #expect(!follower.hasFound)
  }

  @Test(
    "a reference is read as it is shown, or whole",
    arguments: [
      ("5d0c2b/41", true), ("5d0c2b9a1e7f4836/41", true), ("5d0c/1", true), ("5d0/1", false),
      ("5D0C2B/41", false), ("5d0c2b", false), ("5d0c2b/0", false), ("xyzzy1/1", false),
      ("", false),
    ])
  func references(_ text: String, _ isOne: Bool) {
    #expect((ShortReference(text) != nil) == isOne)
  }
}
