import CompactJSON
import Foundation
import TestSupport
import Testing

/// A family whose server is killed in the middle of its calls.
///
/// It remembers what it was told, says again what it got no answer to, and holds the server to both:
/// what was acknowledged is there, and what wasn't is there whole or not at all.
final class InterruptedFamily {
  /// What is being done when the server is killed.
  enum Work: String, CaseIterable, CustomTestStringConvertible {
    case policy, overrides, pairingCode, pair, configurationCode, unlock, challenge, submit, status,
      revoke, signIn
    /// Five calls that share a transaction, two submissions among them.
    case several

    var testDescription: String { rawValue }
  }

  /// A call, and what is made of its answer or of its absence.
  struct Errand {
    let request: PlainClient.Request
    let settle: (PlainClient.Answer?) throws -> Void
  }

  /// What a challenge earns, and the most that a day earns: the last grants find the cap full.
  private static let (reward, cap) = (2, 25)

  let server: ServerFixture
  private let parent: String
  private var child = ""
  private var revision = 1
  private var policy: [String: JSON] = [:]
  private var limit = 0
  private var ownLimit: Int?
  /// The devices that the server has told of, by id: their tokens.
  private var devices: [String: String] = [:]
  private var machine = ""
  private var sister = ""
  private var passes = 0
  private var minutes = 0

  init(_ server: ServerFixture) throws {
    self.server = server
    parent = try server.token()
    let family = try ask(.init("GET", "/v1/parent/family", token: parent)).body
    if case .object(let fields) = family[at: "policy"] { policy = fields }
    // Noon, wherever that is: no midnight comes in between.
    let hours = 12 - Int(Date().timeIntervalSince1970) / 3600 % 24
    policy["timezone"] = .text("Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))")
    policy["reward_minutes"] = .integer(Int64(Self.reward))
    policy["daily_bonus_cap_minutes"] = .integer(Int64(Self.cap))
    policy["challenge_questions"] = .integer(1)
    try settle([try changePolicy()], with: [nil])
    child = try ask(.init("POST", "/v1/parent/children", #"{"name": "Mia"}"#, token: parent))
      .body[at: "child_id"].asText
    machine = try pairNew()
    sister = try pairNew()
  }

  // MARK: Doing something

  /// Gets ready what the work needs, and hands back the calls that it consists of.
  func errands(for work: Work) throws -> [Errand] {
    switch work {
    case .policy: [try changePolicy()]
    case .overrides: [try changeOverrides()]
    case .pairingCode: [try makePairingCode()]
    case .pair: [try pair()]
    case .configurationCode: [try makeConfigurationCode()]
    case .unlock: [try unlock()]
    case .challenge: [try startChallenge()]
    case .submit: [try submit(from: token(machine))]
    case .status: [try report()]
    case .revoke: [try revoke()]
    case .signIn: [try signIn()]
    case .several:
      [
        try submit(from: token(machine)), try submit(from: token(sister)), try report(),
        try makePairingCode(), try signIn(),
      ]
    }
  }

  /// Takes the answers, asks again where there was none, and compares all there is.
  func settle(_ errands: [Errand], with answers: [PlainClient.Answer?]) throws {
    for (errand, answer) in zip(errands, answers) { try errand.settle(answer) }
    try check()
  }

  private func changePolicy() throws -> Errand {
    limit = limit % 100 + 1
    policy["daily_limit_minutes"] = .integer(Int64(limit))
    let body = #"{"expected_revision": \#(revision), "policy": \#(JSON.object(policy).written)}"#
    let request = PlainClient.Request("PUT", "/v1/parent/policy", body, token: parent)
    return change(request) { [limit] in $0[at: "policy"][at: "daily_limit_minutes"].number == limit
    }
  }

  private func changeOverrides() throws -> Errand {
    let own = (ownLimit ?? 0) % 100 + 1
    ownLimit = own
    let body =
      #"{"expected_revision": \#(revision), "overrides": {"daily_limit_minutes": \#(own)}}"#
    let path = "/v1/parent/children/\(child)/overrides"
    return change(PlainClient.Request("PUT", path, body, token: parent)) {
      $0[at: "children"][at: 0][at: "overrides"][at: "daily_limit_minutes"].number == own
    }
  }

  /// A change at a revision: there with the next revision, or not there with the old one.
  private func change(
    _ request: PlainClient.Request, isThere: @escaping (JSON) -> Bool
  ) -> Errand {
    Errand(request: request) { [unowned self] answer in
      let before = revision
      var outcome = answer?.outcome
      if answer == nil {
        let family = try ask(.init("GET", "/v1/parent/family", token: parent)).body
        let isDone = family[at: "revision"].number == before + 1
        try require(isDone == isThere(family), "a change is there whole or not at all")
        // Who asks again is told that it has happened: by the revision that holds.
        let again = try ask(request)
        outcome = again.outcome
        if isDone {
          try require(again.outcome == "409 revision_conflict", "done, so in conflict: \(again)")
          let current = again.body[at: "error"][at: "current_revision"].number
          try require(current == before + 1, "the conflict names the revision: \(again)")
          outcome = "200"
        }
      }
      try require(outcome == "200", "the change: \(outcome ?? "no answer")")
      revision = before + 1
    }
  }

  private func makePairingCode() throws -> Errand {
    let request = PlainClient.Request(
      "POST", "/v1/parent/children/\(child)/pairing-code", token: parent)
    return Errand(request: request) { [unowned self] answer in
      let made = try answer ?? ask(request)
      try require(made.status == 201, "a pairing code: \(made)")
      try pair(with: made.body[at: "code"].asText).settle(nil)
    }
  }

  private func pair() throws -> Errand {
    let path = "/v1/parent/children/\(child)/pairing-code"
    let code = try ask(.init("POST", path, token: parent)).body[at: "code"].asText
    return pair(with: code)
  }

  /// A pairing: the code is used up with a device that the parent sees, or is good as before.
  private func pair(with code: String) -> Errand {
    let request = PlainClient.Request(
      "POST", "/v1/pair", #"{"code": "\#(code)", "device_name": "Laptop"}"#)
    return Errand(request: request) { [unowned self] answer in
      let paired = try answer ?? ask(request)
      if paired.status == 201 {
        devices[paired.body[at: "device_id"].asText] = paired.body[at: "token"].asText
      } else {
        // The token went down with the answer: the parent sees a machine that nobody is, and revokes it.
        try require(answer == nil, "an acknowledged code pairs: \(paired)")
        try require(paired.outcome == "409 code_used", "a code is good or used: \(paired)")
        let strangers = try listed().subtracting(devices.keys)
        try require(strangers.count == 1, "one device of a used code: \(strangers)")
        for stranger in strangers {
          let revoked = try ask(.init("DELETE", "/v1/parent/devices/\(stranger)", token: parent))
          try require(revoked.status == 204, "the stranger can be revoked: \(revoked)")
          devices[stranger] = ""
        }
      }
      let again = try ask(request)
      try require(again.outcome == "409 code_used", "a code is used once: \(again)")
    }
  }

  private func makeConfigurationCode() throws -> Errand {
    let device = try pairNew()
    let request = configurationCode(for: device)
    return Errand(request: request) { [unowned self] answer in
      let made = try answer ?? ask(request)
      try require(made.status == 201, "a configuration code: \(made)")
      try unlock(device, with: made.body[at: "code"].asText).settle(nil)
    }
  }

  private func unlock() throws -> Errand {
    // A device of its own: one that asks too often is not let in.
    let device = try pairNew()
    return unlock(device, with: try ask(configurationCode(for: device)).body[at: "code"].asText)
  }

  private func configurationCode(for device: String) -> PlainClient.Request {
    PlainClient.Request("POST", "/v1/parent/devices/\(device)/configuration-code", token: parent)
  }

  private func unlock(_ device: String, with code: String) -> Errand {
    let request = PlainClient.Request(
      "POST", "/v1/device/configuration-unlock", #"{"code": "\#(code)"}"#, token: token(device))
    return Errand(request: request) { [unowned self] answer in
      let first = try answer ?? ask(request)
      try require(
        first.status == 200 || answer == nil && first.outcome == "409 code_used",
        "an acknowledged code unlocks: \(first)")
      let again = try ask(request)
      try require(again.outcome == "409 code_used", "a code is used once: \(again)")
    }
  }

  private func startChallenge() throws -> Errand {
    let request = PlainClient.Request("POST", "/v1/device/challenges", token: token(machine))
    return Errand(request: request) { [unowned self] answer in
      let started = try answer ?? ask(request)
      try require([200, 201].contains(started.status), "a challenge: \(started)")
      let again = try ask(request)
      try require(
        again.status == 200 && again.body == started.body, "the same challenge again: \(again)")
      try submission(to: started.body, from: token(machine)).settle(nil)
    }
  }

  private func submit(from token: String) throws -> Errand {
    submission(
      to: try ask(.init("POST", "/v1/device/challenges", token: token)).body, from: token)
  }

  /// A submission: it earns once, however often it has to be sent.
  private func submission(to challenge: JSON, from token: String) -> Errand {
    let request = PlainClient.Request(
      "POST", Sums.path(of: challenge), Sums.submission(to: challenge), token: token)
    return Errand(request: request) { [unowned self] answer in
      let result = try answer ?? ask(request)
      try require(
        result.status == 200 && result.body[at: "passed"] == .bool(true), "it passes: \(result)")
      let again = try ask(request)
      try require(
        again.status == 200 && again.body == result.body, "the same result again: \(again)")
      passes += 1
    }
  }

  private func report() throws -> Errand {
    minutes += 1
    let body = """
      {"policy_revision": \(revision), "monitoring": "active", "shielded": true, "detail": "",
       "observed_minutes": \(minutes), "observed_day": "2025-01-06"}
      """
    let request = PlainClient.Request("POST", "/v1/device/status", body, token: token(machine))
    return Errand(request: request) { [unowned self] answer in
      let taken = try answer ?? ask(request)
      try require(taken.status == 204, "a report: \(taken)")
    }
  }

  private func revoke() throws -> Errand {
    let device = try pairNew()
    let request = PlainClient.Request("DELETE", "/v1/parent/devices/\(device)", token: parent)
    return Errand(request: request) { [unowned self] answer in
      let revoked = try answer ?? ask(request)
      try require(revoked.status == 204, "a device is revoked: \(revoked)")
      let told = try ask(.init("GET", "/v1/device/snapshot", token: token(device)))
      try require(told.status == 401, "a revoked device is nobody: \(told)")
      devices[device] = ""
    }
  }

  private func signIn() throws -> Errand {
    let request = PlainClient.Request("POST", "/v1/session", #"{"token": "\#(parent)"}"#)
    return Errand(request: request) { [unowned self] answer in
      let signedIn = try answer ?? ask(request)
      let cookie = signedIn.headers["set-cookie"]?.split(separator: ";").first.map(String.init)
      let family = try ask(
        .init("GET", "/v1/parent/family", headers: ["Cookie": cookie ?? ""]))
      try require(family.status == 200, "a session that was opened is one: \(signedIn)")
    }
  }

  // MARK: What there is

  /// Compares what the server says with what was acknowledged.
  private func check() throws {
    let family = try ask(.init("GET", "/v1/parent/family", token: parent)).body
    try require(family[at: "revision"].number == revision, "the revision: \(family)")
    try require(family[at: "policy"] == .object(policy), "the policy: \(family)")
    guard !child.isEmpty else { return }
    let seen = family[at: "children"][at: 0]
    try require(
      seen[at: "overrides"][at: "daily_limit_minutes"].number == ownLimit, "own values: \(seen)")
    let earned = min(passes * Self.reward, Self.cap)
    try require(
      seen[at: "earned_minutes"].number == earned,
      "\(passes) passes earn \(earned) minutes, each once and within the cap: \(seen)")
    try require(try listed() == Set(devices.keys), "the devices: \(devices.keys), \(seen)")
    if minutes > 0 {
      let status = seen[at: "devices"].elements
        .first { $0[at: "device_id"].asText == machine }?[at: "last_status"]
      try require(
        status?[at: "observed_minutes"].number == minutes, "the last report: \(seen)")
    }
    for (id, token) in devices where !token.isEmpty && (id == machine || id == sister) {
      let snapshot = try ask(.init("GET", "/v1/device/snapshot", token: token))
      try require(
        snapshot.body[at: "device_id"].asText == id
          && snapshot.body[at: "earned_minutes"].number == earned
          && snapshot.body[at: "policy_revision"].number == revision, "the snapshot: \(snapshot)")
    }
  }

  private func listed() throws -> Set<String> {
    let family = try ask(.init("GET", "/v1/parent/family", token: parent)).body
    return Set(
      family[at: "children"][at: 0][at: "devices"].elements.map { $0[at: "device_id"].asText })
  }

  private func pairNew() throws -> String {
    let before = Set(devices.keys)
    try pair().settle(nil)
    guard let new = Set(devices.keys).subtracting(before).first else {
      throw ServerFixtureError("no device was paired")
    }
    return new
  }

  private func token(_ device: String) -> String { devices[device] ?? "" }

  private func ask(_ request: PlainClient.Request) throws -> PlainClient.Answer {
    guard let answer = try server.ask(request, isStranger: true) else {
      throw ServerFixtureError("no answer: \(server.process.errors)")
    }
    return answer
  }

  private func require(_ isSo: Bool, _ what: @autoclosure () -> String) throws {
    if !isSo { throw ServerFixtureError("not so: " + what()) }
  }
}
