import FamilyServer
import HTTPServer
import PolicyCore
import Testing

@Suite("A child's own value that was typed, without a script that marks it as one")
struct PageOwnValueTests {
  private func child(_ page: PageFixture) throws -> String {
    try page.signIn()
    return try #require(try page.post("/children", [("name", "Mia")]).headers["Location"])
  }

  @Test(
    "is the child's own, though the choice was left at the family's",
    arguments: [
      ("reward_minutes", "33"), ("allowed_start", "08:30"), ("challenge_operations", "multiply"),
    ])
  func typed(field: String, value: String) throws {
    guard let page = try PageFixture(test: "own-typed") else { return }
    defer { page.cleanUp() }
    let child = try child(page)
    let saved = try page.fillIn(try page.get(child), [field: value], to: child + "/policy")
    #expect(saved.status == 303)
    let shown = try page.get(child)
    #expect(shown.text.contains("Saved.") && shown.text.contains("1 value of its own"))
    #expect(shown.field("mode.\(field)") == "own" && shown.field(field) == value)
  }

  @Test("is shown again where it is none, and saved once it was put right")
  func wrong() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let child = try child(page)
    let refused = try page.fillIn(
      try page.get(child), ["reward_minutes": "many"], to: child + "/policy")
    #expect(refused.status == 422 && refused.field("reward_minutes") == "many")
    #expect(refused.field("mode.reward_minutes") == "own")
    let saved = try page.fillIn(refused, ["reward_minutes": "7"], to: child + "/policy")
    #expect(saved.status == 303)
    #expect(try page.get(child).field("reward_minutes") == "7")
  }

  @Test("is none where nothing else stands there than was shown", arguments: ["15", " 015 ", ""])
  func same(value: String) throws {
    guard let page = try PageFixture(test: "own-same") else { return }
    defer { page.cleanUp() }
    let child = try child(page)
    let form = try page.get(child)
    // Meanwhile the family has another value: that is no difference that anybody has typed.
    try page.base.change(["reward_minutes": .number(20)])
    let saved = try page.fillIn(form, ["reward_minutes": value], to: child + "/policy")
    #expect(saved.status == 303)
    #expect(try page.get(child).text.contains("Nothing was changed"))
    #expect(try page.get(child).field("mode.reward_minutes") == "same")
  }

  @Test("is given up by choosing the family's, and by the button for that")
  func givenUp() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let child = try child(page)
    let own = ["mode.reward_minutes": "own", "reward_minutes": "5"]
    for (changes, button) in [
      (["mode.reward_minutes": "same"], nil),
      (["reward_minutes": "6"], ("clear", "reward_minutes")),
    ] as [([String: String], (String, String)?)] {
      _ = try page.fillIn(try page.get(child), own, to: child + "/policy")
      let shown = try page.get(child)
      #expect(shown.field("mode.reward_minutes") == "own")
      _ = try page.fillIn(shown, changes, button: button, to: child + "/policy")
      #expect(try page.get(child).field("mode.reward_minutes") == "same")
    }
  }

  @Test("is there again after a session that ended")
  func resumed() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let child = try child(page)
    let form = try page.get(child)
    page.cookies = [:]
    let asked = try page.fillIn(form, ["reward_minutes": "33"], to: child + "/policy")
    #expect(asked.status == 401)
    let again = try page.fillIn(asked, ["token": page.base.token.text], to: "/sign-in")
    #expect(again.field("mode.reward_minutes") == "own" && again.field("reward_minutes") == "33")
    #expect(try page.fillIn(again, [:], to: child + "/policy").status == 303)
    #expect(try page.get(child).field("reward_minutes") == "33")
  }
}
