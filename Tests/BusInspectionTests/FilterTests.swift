import Bus
import BusInspection
import Testing

@Suite("Which messages are shown")
struct FilterTests {
  @Test(
    "a pattern matches whole texts",
    arguments: [
      ("*", "", true), ("*", "store.change", true), ("store.*", "store.change", true),
      ("store.*", "restore.change", false), ("*.change", "store.change", true),
      ("s*e.c*e", "store.change", true), ("store.chang?", "store.change", true),
      ("store.change?", "store.change", false), ("", "", true), ("", "a", false),
      ("**a", "bba", true), ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXbXbX", false),
    ])
  func globs(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(Glob(pattern).matches(text) == matches)
  }

  @Test("messages are chosen by type, and by a peer's name or process")
  func filter() {
    let message = Seen.message("request", "rule.add", 1, peer: "openapplock-cli", pid: 812)
    for (types, peers, isShown) in [
      ([], [], true), (["rule.*"], [], true), (["list.*"], [], false),
      (["list.*", "rule.add"], [], true), ([], ["openapplock-*"], true), ([], ["812"], true),
      ([], ["813"], false), (["rule.*"], ["monitor"], false),
    ] as [([String], [String], Bool)] {
      let filter = MessageFilter(types: types.map(Glob.init), peers: peers.map(Glob.init))
      #expect(filter.shows(message) == isShown)
    }
  }

  @Test("what two services tell is brought into the order in which it went")
  func merger() {
    var merger = Merger()
    for id in [3, 1, 4, 2] { merger.take(Seen.message("request", "ping", id)) }
    let ids = { (messages: [SeenMessage]) in messages.compactMap(\.record.reference?.id) }
    #expect(ids(merger.release(before: .milliseconds(3))) == [1, 2])
    #expect(!merger.isEmpty)
    #expect(ids(merger.releaseAll()) == [3, 4])
    #expect(merger.isEmpty)
  }

  @Test("how long a request took is told with its answer, once")
  func times() {
    var times = ReplyTimes()
    let pair = Seen.exchange("ping", 5)
    #expect(times.take(pair[0].record) == nil)
    #expect(times.take(pair[1].record) == .milliseconds(3))
    #expect(times.take(pair[1].record) == nil)
  }
}
