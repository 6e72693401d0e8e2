import CivilTime
import CompactJSON
import FamilyServer
import Foundation
import HTTPServer
import PolicyCore
import TestSupport
import Testing

@Suite("The parents' page, without a script")
struct PageTests {
  @Test("asks to sign in first, and shows the family then")
  func signingIn() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let asked = try page.get("/")
    #expect(asked.status == 401)
    #expect(asked.text.contains("name=\"token\"") && asked.text.contains("current-password"))
    let wrong = try page.signIn("guess")
    #expect(wrong.status == 401 && wrong.text.contains("This is not the token."))
    #expect(wrong.text.contains("aria-describedby=\"h-token p-token\""))
    let right = try page.signIn()
    #expect(right.status == 303 && right.headers["Location"] == "/")
    let family = try page.get("/")
    #expect(family.status == 200 && family.text.contains("Home"))
    #expect(try page.get("/sign-in").headers["Location"] == "/")
    #expect(try page.post("/sign-out").headers["Location"] == "/sign-in")
    #expect(page.cookies["family_session"] == nil)
    #expect(try page.get("/").status == 401)
  }

  @Test("who guesses at the token is told when to try again")
  func guessing() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    for _ in 0..<10 { #expect(try page.signIn("guess").status == 401) }
    page.base.now = page.base.now + .seconds(200)
    let refused = try page.signIn()
    #expect(refused.status == 429 && refused.headers["Retry-After"] == "400")
    #expect(refused.text.contains("You can try again in 7 minutes."))
    page.base.now = page.base.now + .seconds(400)
    #expect(try page.signIn().status == 303)
  }

  @Test(
    "a form from anywhere but the family's origin is refused, signed in or not",
    arguments: [
      "/sign-in", "/sign-out", "/policy", "/children", "/children/x/policy",
      "/children/x/pairing-code", "/devices/x/revoke", "/devices/x/configuration-code",
    ], [nil, "null", "https://family.test.evil", "http://family.test", "https://family.test:444"])
  func origin(path: String, origin: String?) throws {
    guard let page = try PageFixture(test: "page-origin") else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let answer = try page.post(
      path, [("name", "Mia"), ("token", page.base.token.text)], origin: origin)
    #expect(answer.status == 403 && answer.headers["Set-Cookie"] == nil)
    #expect(!answer.text.contains(page.base.token.text))
    #expect(try page.get("/").status == 200)
    #expect(!(try page.get("/").text.contains("Mia")))
  }

  @Test("a page keeps to itself: nothing of another origin's, no script in it, in nobody's frame")
  func headers() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    for path in ["/", "/policy", "/pair", "/children/none"] {
      let answer = try page.get(path)
      let policy = try #require(answer.headers["Content-Security-Policy"])
      for part in [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'",
        "form-action 'self'", "frame-ancestors 'none'",
      ] {
        #expect(policy.split(separator: "; ").contains(Substring(part)))
      }
      #expect(!policy.contains("unsafe"))
      #expect(answer.headers["Cache-Control"] == "no-store")
      #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
      #expect(answer.headers["Referrer-Policy"] == "same-origin")
      #expect(!answer.text.contains("style=") && !answer.text.contains("<style"))
      #expect(answer.text.components(separatedBy: "<script").count == 2)
    }
  }

  @Test("the page's files may be kept for ever, as another content has another address")
  func assets() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let text = try page.get("/pair").text
    let paths = Set(
      text.components(separatedBy: "\"").filter { $0.hasPrefix("/assets/") })
    #expect(paths.count == 3)
    for path in paths {
      let file = try page.get(path)
      #expect(file.status == 200 && !file.body.isEmpty)
      #expect(file.headers["Cache-Control"]?.contains("immutable") == true)
    }
    #expect(try page.get("/assets/page-0000.js").status == 404)
  }

  @Test("a policy is changed by its form, and says so once")
  func saving() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    #expect(form.field("daily_limit_minutes") == "60" && form.field("expected_revision") == "1")
    let saved = try page.fillIn(
      form, ["daily_limit_minutes": "0", "allowed_start": "20:00", "allowed_end": "07:00"],
      to: "/policy")
    #expect(saved.status == 303 && saved.headers["Location"] == "/policy")
    let shown = try page.get("/policy")
    #expect(shown.text.contains("Saved. Each machine takes it over"))
    #expect(shown.text.contains("from 20:00 until 07:00 the next morning"))
    #expect(shown.field("daily_limit_minutes") == "0" && shown.field("expected_revision") == "2")
    #expect(!(try page.get("/policy").text.contains("Saved.")))
  }

  @Test("saving what holds already changes no revision, so that no challenge ends by it")
  func unchanged() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let answer = try page.fillIn(try page.get("/policy"), [:], to: "/policy")
    #expect(answer.status == 303)
    let shown = try page.get("/policy")
    #expect(shown.text.contains("Nothing was changed") && shown.field("expected_revision") == "1")
  }

  @Test(
    "what is wrong is said beside its field, and what was typed is kept",
    arguments: [
      ("daily_limit_minutes", "1500", "1500 is not a whole number from 0 to 1440."),
      ("daily_limit_minutes", "an hour", "“an hour”"), ("reward_minutes", "", "Nothing was given"),
      ("timezone", "Europe/Nowhere", "Europe/Nowhere"), ("allowed_start", "", "Nothing was given"),
      ("challenge_max_operand", "<b>", "&lt;b&gt;"),
      ("daily_bonus_cap_minutes", "1400", "1460 minutes, and a day has 1440"),
    ])
  func problems(field: String, typed: String, words: String) throws {
    guard let page = try PageFixture(test: "page-problems") else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let answer = try page.fillIn(try page.get("/policy"), [field: typed], to: "/policy")
    #expect(answer.status == 422 && answer.field(field) == typed)
    let text = answer.text.replacing("&quot;an hour&quot;", with: "“an hour”")
    #expect(text.contains(words) && text.contains("id=\"p-\(field)\""))
    #expect(text.contains("aria-describedby=\"h-\(field) p-\(field)\""))
    #expect(text.contains("<a href=\"#f-\(field)\">") && text.contains("role=\"alert\""))
    #expect(answer.field("expected_revision") == "1")
    #expect(try page.get("/policy").field("expected_revision") == "1")
  }

  @Test("no kind of sum at all is refused in words that say what to do")
  func noOperations() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let fields = try page.get("/policy").fields.filter { $0.name != "challenge_operations" }
    let answer = try page.post("/policy", fields)
    #expect(answer.status == 422 && answer.text.contains("Choose at least one kind of sum."))
  }

  @Test("a policy that is wrong for one child says for whom")
  func wrongForChild() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add("Mia", page)
    let own = try page.fillIn(
      try page.get(child), ["mode.daily_limit_minutes": "own", "daily_limit_minutes": "1380"],
      to: child + "/policy")
    #expect(own.status == 303)
    let answer = try page.fillIn(
      try page.get("/policy"), ["daily_bonus_cap_minutes": "120"], to: "/policy")
    #expect(answer.status == 422 && answer.text.contains("With the own values of Mia"))
  }

  @discardableResult
  private func add(_ name: String, _ page: PageFixture) throws -> String {
    let answer = try page.post("/children", [("name", name)])
    #expect(answer.status == 303)
    return try #require(answer.headers["Location"])
  }

  @Test("the zone stays once something was earned, and the form says so")
  func zone() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    #expect(try page.get("/policy").text.contains("<datalist"))
    let (_, token) = try page.base.device()
    _ = try page.base.pass(token)
    let form = try page.get("/policy")
    #expect(form.text.contains("readonly") && !form.text.contains("<datalist"))
    let answer = try page.fillIn(form, ["timezone": "Asia/Tokyo"], to: "/policy")
    #expect(answer.status == 409 && answer.text.contains("id=\"p-timezone\""))
  }

  @Test("an own value is told apart from the family's, and clearing brings that back")
  func overriding() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add("Mia", page)
    let before = try page.get(child)
    #expect(before.text.contains("Everything is the same as the family&#39;s."))
    #expect(before.field("mode.daily_limit_minutes") == "same")
    #expect(!before.text.contains("name=\"clear\""))
    let saved = try page.fillIn(
      before, ["mode.daily_limit_minutes": "own", "daily_limit_minutes": "45"],
      to: child + "/policy")
    #expect(saved.status == 303)
    let shown = try page.get(child)
    #expect(shown.field("mode.daily_limit_minutes") == "own")
    #expect(shown.field("daily_limit_minutes") == "45" && shown.text.contains("row choice own"))
    #expect(shown.field("mode.reward_minutes") == "same")
    #expect(try page.get("/").text.contains("1 own value"))
    let cleared = try page.fillIn(
      shown, [:], button: ("clear", "daily_limit_minutes"), to: child + "/policy")
    #expect(cleared.status == 303)
    #expect(try page.get(child).field("mode.daily_limit_minutes") == "same")
    try page.base.change(["daily_limit_minutes": .number(90)])
    #expect(try page.get(child).text.contains("<strong>90 minutes</strong>"))
  }

  // MARK: Conflicts

  @Test("what only another tab changed is shown beside what was typed here, and both are kept")
  func taken() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    try page.base.change(["reward_minutes": .number(20)])
    let answer = try page.fillIn(form, ["daily_limit_minutes": "45"], to: "/policy")
    #expect(answer.status == 409 && answer.text.contains("Something else was saved meanwhile"))
    #expect(answer.field("daily_limit_minutes") == "45" && answer.field("reward_minutes") == "20")
    #expect(answer.field("expected_revision") == "2" && answer.text.contains("Save both"))
    #expect(!answer.text.contains("Take theirs"))
    let saved = try page.fillIn(answer, [:], button: ("resolve", "mine"), to: "/policy")
    #expect(saved.status == 303)
    let policy = try page.base.call { store, _ in try store.family(page.base.family).policy }
    #expect(policy.dailyLimitMinutes == 45 && policy.rewardMinutes == 20)
  }

  @Test("what both changed is asked about, with two ways on", arguments: ["mine", "theirs"])
  func clash(resolve: String) throws {
    guard let page = try PageFixture(test: "page-clash") else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    try page.base.change(["daily_limit_minutes": .number(90)])
    let answer = try page.fillIn(
      form, ["daily_limit_minutes": "45", "challenge_questions": "5"], to: "/policy")
    #expect(answer.status == 409 && answer.field("daily_limit_minutes") == "45")
    #expect(
      answer.text.contains("you typed <strong>45 minutes</strong>, and meanwhile")
        && answer.text.contains("Saved meanwhile: <strong>90 minutes</strong>"))
    #expect(answer.text.contains("Save mine over it") && answer.text.contains("Take theirs"))
    let saved = try page.fillIn(answer, [:], button: ("resolve", resolve), to: "/policy")
    #expect(saved.status == 303)
    let family = try page.base.call { store, _ in try store.family(page.base.family) }
    #expect(family.policy.dailyLimitMinutes == (resolve == "mine" ? 45 : 90))
    #expect(family.policy.challengeQuestions == 5 && family.revision == 3)
  }

  @Test("a third change while a conflict is being looked at is met, too")
  func again() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    try page.base.change(["daily_limit_minutes": .number(90)])
    let first = try page.fillIn(form, ["daily_limit_minutes": "45"], to: "/policy")
    try page.base.change(["daily_limit_minutes": .number(75)])
    let second = try page.fillIn(first, [:], button: ("resolve", "mine"), to: "/policy")
    #expect(second.status == 409 && second.text.contains("75 minutes"))
    #expect(second.field("daily_limit_minutes") == "45")
  }

  @Test("taking theirs where nothing else was typed saves nothing")
  func takingAll() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    try page.base.change(["daily_limit_minutes": .number(90)])
    let answer = try page.fillIn(form, ["daily_limit_minutes": "45"], to: "/policy")
    let taken = try page.fillIn(answer, [:], button: ("resolve", "theirs"), to: "/policy")
    #expect(taken.status == 303)
    let shown = try page.get("/policy")
    #expect(shown.text.contains("What was saved elsewhere stays"))
    #expect(shown.field("expected_revision") == "2")
  }

  @Test("another change that this form doesn't show is no conflict, and is mentioned")
  func besides() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add("Mia", page)
    let form = try page.get(child)
    try page.base.change(["reward_minutes": .number(20)])
    let saved = try page.fillIn(
      form, ["mode.daily_limit_minutes": "own", "daily_limit_minutes": "45"],
      to: child + "/policy")
    #expect(saved.status == 303)
    #expect(try page.get(child).text.contains("was changed meanwhile, too"))
  }

  @Test("own values of one child clash between two tabs as the family's do")
  func ownClash() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add("Mia", page)
    let one = try page.get(child)
    let other = ["mode.reward_minutes": "own", "reward_minutes": "5"]
    #expect(try page.fillIn(one, other, to: child + "/policy").status == 303)
    let mine = ["mode.reward_minutes": "own", "reward_minutes": "7"]
    let answer = try page.fillIn(one, mine, to: child + "/policy")
    #expect(answer.status == 409 && answer.field("reward_minutes") == "7")
    let taken = try page.fillIn(
      answer, [:], button: ("resolve", "theirs"), to: child + "/policy")
    #expect(taken.status == 303)
    #expect(try page.get(child).field("reward_minutes") == "5")
  }

  // MARK: A session that ended

  @Test("what was typed when the session had ended is there again after signing in")
  func resuming() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let form = try page.get("/policy")
    page.cookies = [:]
    let asked = try page.fillIn(form, ["daily_limit_minutes": "45"], to: "/policy")
    #expect(asked.status == 401 && asked.field("kept.daily_limit_minutes") == "45")
    #expect(asked.text.contains("what you typed is kept"))
    let wrong = try page.fillIn(asked, ["token": "guess"], to: "/sign-in")
    #expect(wrong.status == 401 && wrong.field("kept.daily_limit_minutes") == "45")
    let again = try page.fillIn(
      wrong, ["token": page.base.token.text], to: "/sign-in")
    #expect(again.status == 200 && again.field("daily_limit_minutes") == "45")
    #expect(again.text.contains("isn&#39;t saved yet"))
    #expect(try page.fillIn(again, [:], to: "/policy").status == 303)
    #expect(try page.get("/policy").field("daily_limit_minutes") == "45")
  }

  @Test(
    "signing in leads to a page of this server only",
    arguments: [
      ("/policy", "/policy"), ("https://evil.example/", "/"), ("//evil.example", "/"),
      ("/children/x%0d%0aSet-Cookie: a=b", "/"), ("/children/\r\nX: y", "/"),
      ("/v1/parent/family", "/"), ("/sign-out", "/"),
    ])
  func destinations(next: String, place: String) throws {
    guard let page = try PageFixture(test: "page-next") else { return }
    defer { page.cleanUp() }
    let answer = try page.post(
      "/sign-in", [("token", page.base.token.text), ("next", next)])
    #expect(answer.status == 303 && answer.headers["Location"] == place)
  }

  // MARK: Children and machines

  @Test(
    "names are shown as they are, whatever is in them",
    arguments: ["<script>alert(1)</script>", "\"'><img src=x>", "أمل", "O'Neil & Söhne"])
  func names(name: String) throws {
    guard let page = try PageFixture(test: "page-names") else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add(name, page)
    let (_, token) = try page.base.device(name)
    let caller = try page.base.caller(token)
    try page.base.call { store, now in
      try store.report(
        DeviceStatus(
          policyRevision: 1, monitoring: .active, shielded: false, detail: name, observedMinutes: 0,
          observedDay: Moment(now, in: page.base.zone).date), from: caller, at: now)
    }
    for path in ["/", child, "/children/\(caller.child.text)"] {
      let text = try page.get(path).text
      #expect(!text.contains("<script>") && !text.contains("<img src=x"))
      let piece = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
      #expect(text.contains("<bdi>\(piece)</bdi>"))
    }
  }

  @Test("a name that can't be one is refused beside its field, and kept")
  func wrongName() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let answer = try page.post("/children", [("name", "a\u{7}b")])
    #expect(answer.status == 422 && answer.text.contains("id=\"p-name\""))
    #expect(answer.text.contains("aria-describedby=\"h-name p-name\""))
    #expect(try page.post("/children", [("name", "  ")]).status == 422)
  }

  @Test("a pairing code is shown once, large, as a picture and in the command, and pairs a machine")
  func pairing() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let child = try add("Mia", page)
    #expect(try page.get(child + "/pairing-code").headers["Location"] == child)
    let shown = try page.post(child + "/pairing-code")
    #expect(shown.status == 200 && shown.text.contains("<svg class=\"qr\""))
    #expect(shown.text.contains("12:10 (Europe/Berlin)"))
    #expect(shown.text.contains("data-seconds=\"600\""))
    let code = try #require(shown.text.firstMatch(of: /--code=([A-Za-z0-9_-]{24})/)).output.1
    #expect(shown.text.contains("--server https://family.test"))
    let paired = try page.api.send(
      "POST", "/v1/pair", #"{"code": "\#(code)", "device_name": "Laptop"}"#)
    #expect(paired.status == 201)
    let after = try page.get(child)
    #expect(after.text.contains("t reported since it was paired"))
    #expect(!after.text.contains(code))
  }

  @Test("a machine is revoked after it was asked, and stays in the list as what it is")
  func revoking() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let (child, token) = try page.base.device()
    let device = try page.base.caller(token).device.text
    let asked = try page.get("/devices/\(device)/revoke")
    #expect(asked.status == 200 && asked.text.contains("Revoke it"))
    #expect(try page.base.call { store, _ in try store.caller(withToken: token) } != nil)
    let done = try page.post("/devices/\(device)/revoke")
    #expect(done.headers["Location"] == "/children/\(child.id.text)")
    let shown = try page.get("/children/\(child.id.text)")
    #expect(shown.text.contains("1 revoked machine") && shown.text.contains("may still enforce"))
    #expect(try page.base.call { store, _ in try store.caller(withToken: token) } == nil)
    #expect(try page.post("/devices/\(device)/configuration-code").status == 404)
  }

  @Test("a code for choosing a machine's apps opens that machine's choice")
  func configuring() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let (_, token) = try page.base.device()
    let device = try page.base.caller(token).device.text
    let shown = try page.post("/devices/\(device)/configuration-code")
    let code = try #require(shown.text.firstMatch(of: /select<\/span> <span>--code=([^<]*)/))
      .output.1
    let unlocked = try page.api.send(
      "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code)"}"#,
      headers: ["Authorization": "Bearer \(token.text)"])
    #expect(unlocked.status == 200)
  }

  @Test("another family's children and machines aren't there")
  func tenants() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let (child, token) = try page.base.device()
    let device = try page.base.caller(token).device.text
    let other = try page.base.call { store, now in
      try store.addFamily(name: "Next door", zone: page.base.zone, at: now)
    }
    try page.signIn(other.token.text)
    #expect(!(try page.get("/").text.contains("Mia")))
    let id = child.id.text
    for path in ["/children/\(id)", "/devices/\(device)/revoke", "/children/\(id)/pairing-code"] {
      #expect(try page.get(path).status == 404)
    }
    for path in [
      "/children/\(id)/policy", "/children/\(id)/pairing-code", "/devices/\(device)/revoke",
      "/devices/\(device)/configuration-code",
    ] {
      #expect(try page.post(path).status == 404)
    }
    #expect(try page.base.call { store, _ in try store.caller(withToken: token) } != nil)
  }

  @Test("today's earned minutes are told with the cap that holds")
  func earned() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    let (child, token) = try page.base.device()
    _ = try page.base.pass(token)
    let text = try page.get("/children/\(child.id.text)").text
    #expect(text.contains("<strong>15 minutes</strong> earned today"))
    #expect(
      text.contains("of at most 60") && text.contains("<strong>75 minutes</strong> for today"))
    try page.base.change(["daily_bonus_cap_minutes": .number(0)])
    #expect(try page.get("/").text.contains("nothing can be earned"))
  }

  @Test("what can't be carried out at all is said on a page, to who asked for one")
  func unavailable() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    var error = FamilyError(.unavailable, "the database can't be reached now")
    error.retryAfter = 5
    func answer(_ method: String, _ path: String) -> HTTPResponse {
      page.api.api.refusal(error, to: HTTPRequest(method, path), at: page.base.now)
    }
    let shown = answer("POST", "/policy")
    #expect(shown.status == 503 && shown.headers["Retry-After"] == "5")
    #expect(shown.text.contains("going back brings what you typed"))
    let asked = answer("GET", "/policy")
    #expect(asked.status == 503 && asked.headers["Retry-After"] == "5")
    #expect(asked.text.contains("can&#39;t be shown: the database can&#39;t be reached now."))
    #expect(!asked.text.contains("Nothing was changed") && !asked.text.contains("typed"))
    #expect(answer("POST", "/v1/pair").outcome == "503 unavailable")
  }

  @Test("the page's files and the document are answered whatever has become of the database")
  func withoutDatabase() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    let paths = try page.get("/pair").text.components(separatedBy: "\"")
      .filter { $0.hasPrefix("/assets/") }
    #expect(!paths.isEmpty)
    for path in paths + ["/openapi.json"] {
      for method in ["GET", "HEAD"] {
        let answer = page.api.api.answerAtOnce(
          HTTPRequest(method, path), from: page.base.store, at: page.base.now)
        #expect(answer?.status == 200 && answer?.body.isEmpty == false, "\(path)")
      }
    }
    for (method, path) in [
      ("GET", "/"), ("GET", "/assets/none.css"), ("POST", "/openapi.json"), ("GET", "/healthz"),
    ] {
      #expect(
        page.api.api.answerAtOnce(
          HTTPRequest(method, path), from: page.base.store, at: page.base.now) == nil)
    }
  }

  @Test(
    "every place of the page says which methods it takes",
    arguments: [
      ("/", "GET, HEAD, OPTIONS"), ("/sign-in", "GET, HEAD, OPTIONS, POST"),
      ("/sign-out", "OPTIONS, POST"), ("/policy", "GET, HEAD, OPTIONS, POST"),
      ("/children/x", "GET, HEAD, OPTIONS"), ("/devices/x/configuration-code", nil),
      ("/assets", "GET, HEAD, OPTIONS"),
    ] as [(String, String?)])
  func methods(path: String, allow: String?) throws {
    guard let page = try PageFixture(test: "page-methods") else { return }
    defer { page.cleanUp() }
    let style = try page.get("/pair").text.components(separatedBy: "\"")
      .first { $0.hasPrefix("/assets/") }
    let path = path == "/assets" ? try #require(style) : path
    func answer(_ method: String) throws -> HTTPResponse {
      try page.base.call { try page.api.api.answer(HTTPRequest(method, path), from: $0, at: $1) }
    }
    let told = try answer("OPTIONS")
    #expect(told.status == 204 && told.body.isEmpty)
    if let allow { #expect(told.headers["Allow"] == allow) }
    for method in ["PUT", "BREW", "options"] {
      let refused = try answer(method)
      #expect(refused.status == 405 && refused.headers["Allow"] == told.headers["Allow"])
      #expect(refused.headers["Content-Security-Policy"] != nil)
    }
  }

  @Test(
    "who asks for a page where none is gets one that says so, and a program gets what it can read",
    arguments: ["/nope", "/policy/", "/assets/none.css", "/children/a/b", "/v2/x", "/favicon.ico"])
  func nothingThere(path: String) throws {
    guard let page = try PageFixture(test: "page-nothing") else { return }
    defer { page.cleanUp() }
    func answer(_ accept: String?, _ path: String) throws -> HTTPResponse {
      let request = HTTPRequest("GET", path, headers: accept.map { ["Accept": $0] } ?? [:])
      return try page.base.store.transaction(isReading: true) {
        try page.api.api.answer(request, from: page.base.store, at: page.base.now)
      }
    }
    for accept in ["text/html,application/xhtml+xml,*/*;q=0.8", "image/png, Text/HTML;q=0.5"] {
      let shown = try answer(accept, path)
      #expect(shown.status == 404 && shown.text.contains("<h1>Not there</h1>"))
      #expect(shown.headers["Content-Security-Policy"] != nil)
      #expect(try answer(accept, "/v1" + path).outcome == "404 not_found")
    }
    for accept in [nil, "*/*", "application/json", "text/css,*/*;q=0.1", "text/html;q=0"] {
      #expect(try answer(accept, path).outcome == "404 not_found")
    }
    // Without a database, too.
    let away = page.api.api.refusal(
      FamilyError(.unavailable, "the database can't be reached now"),
      to: HTTPRequest("GET", path, headers: ["Accept": "text/html"]), at: page.base.now)
    #expect(away.status == 503 && away.text.contains("<h1>That did not work</h1>"))
  }

  @Test("a place of the page takes its own methods, and what isn't there is said to be that")
  func places() throws {
    guard let page = try PageFixture() else { return }
    defer { page.cleanUp() }
    try page.signIn()
    #expect(try page.get("/children/none").status == 404)
    #expect(try page.get("/children/none").text.contains("Not there"))
    let wrong = try page.post("/pair")
    #expect(wrong.status == 405 && wrong.headers["Allow"] == "GET, HEAD, OPTIONS")
    let large = HTTPRequest(
      "POST", "/policy",
      headers: [
        "Origin": "https://family.test", "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": page.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
      ], isTooLarge: true)
    let answer = try page.base.call { try page.api.api.answer(large, from: $0, at: $1) }
    #expect(answer.status == 413 && answer.text.contains("64 KiB"))
  }
}
