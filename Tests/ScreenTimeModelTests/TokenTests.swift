import ScreenTimeModel
import Testing

@Suite("Tokens")
struct TokenTests {
  @Test(
    "an app is named by its desktop id or by the path of its executable",
    arguments: [
      ("org.gnome.Chess", "org.gnome.Chess"),
      ("firefox", "firefox"),
      ("org.gnome.Chess.desktop", "org.gnome.Chess"),
      ("code_insiders-1", "code_insiders-1"),
      ("7zip", "7zip"),
      (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
      ("/usr/games/chess", "/usr/games/chess"),
      ("/opt/My Games/chess", "/opt/My Games/chess"),
      ("//usr///games/chess/", "/usr/games/chess"),
      ("/home/ä/…/spiel", "/home/ä/…/spiel"),
      ("/a.b/..c/chess", "/a.b/..c/chess"),
    ])
  func applicationAccepted(text: String, name: String) throws {
    #expect(try ApplicationToken(parsing: text).rawValue == name)
  }

  @Test(
    "a text that names no app is refused",
    arguments: [
      "", ".desktop", "-rf", "two words", "chess/chess", "./chess", "chess;reboot", "schäch",
      "chess\n", String(repeating: "a", count: 256), "/", "//", "/usr/../bin/sh", "/./chess",
      "/usr/games/chess\u{0}", "/usr/games/\u{7F}chess",
      "/" + String(repeating: "a", count: 4095),
    ])
  func applicationRefused(text: String) {
    #expect(throws: TokenError.self) { try ApplicationToken(parsing: text) }
  }

  @Test("only a path is an executable's path")
  func executablePath() throws {
    #expect(try ApplicationToken(parsing: "/usr/games/chess").executablePath == "/usr/games/chess")
    #expect(try ApplicationToken(parsing: "org.gnome.Chess").executablePath == nil)
  }

  @Test("a category is a word in lower case", arguments: ["games", "social-media", "x2"])
  func categoryAccepted(text: String) throws {
    #expect(try ActivityCategoryToken(parsing: text).rawValue == text)
  }

  @Test(
    "a text that is no such word is no category",
    arguments: [
      "", "Games", "2x", "-games", "games ", "spiele_", String(repeating: "a", count: 65),
    ]
  )
  func categoryRefused(text: String) {
    #expect(throws: TokenError.self) { try ActivityCategoryToken(parsing: text) }
  }

  @Test(
    "a site is a domain, in any case and with or without the last dot",
    arguments: [
      ("example.com", "example.com"),
      ("Example.COM.", "example.com"),
      ("a.b-c.example", "a.b-c.example"),
      ("xn--bcher-kva.example", "xn--bcher-kva.example"),
      ("1.example", "1.example"),
    ])
  func domainAccepted(text: String, name: String) throws {
    #expect(try WebDomainToken(parsing: text).rawValue == name)
  }

  @Test(
    "a text that is no domain is no site",
    arguments: [
      "", ".", "localhost", "example..com", ".example.com", "-a.example", "a-.example",
      "https://example.com", "example.com/path", "bücher.example", "192.168.0.1",
      String(repeating: "a", count: 64) + ".example",
      Array(repeating: "abcdefghi", count: 26).joined(separator: "."),
    ])
  func domainRefused(text: String) {
    #expect(throws: TokenError.self) { try WebDomainToken(parsing: text) }
  }

  @Test(
    "a site covers the names below it and no others",
    arguments: [
      ("example.com", "example.com", true),
      ("www.example.com", "example.com", true),
      ("badexample.com", "example.com", false),
      ("example.com", "www.example.com", false),
    ])
  func domainsBelow(name: String, site: String, isBelow: Bool) throws {
    let name = try WebDomainToken(parsing: name)
    #expect(try name.isOrIsBelow(WebDomainToken(parsing: site)) == isBelow)
  }

  @Test("an error shows a long or strange text only in part")
  func excerpt() throws {
    let text = "a\u{1B}[31m " + String(repeating: "x", count: 500)
    let error = #expect(throws: TokenError.self) {
      try ApplicationToken(parsing: String(text.prefix(200)))
    }
    let sentence = try #require(error).description
    #expect(!sentence.contains("\u{1B}"))
    #expect(sentence.count < 200)
  }
}
