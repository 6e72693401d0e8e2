import CCurl
package import CivilTime
import CompactJSON
import Glibc
package import PolicyCore

/// Speaks to a family's server, and to no other: where it was paired is where it goes.
package struct FamilyServerClient: Sendable {
  /// Milliseconds that an answer may take.
  private static let patience = 10_000
  /// Bytes that an answer may have.
  private static let largestAnswer = 256 * 1024

  private let server: ServerOrigin
  private let authority: AuthorityFile?
  private let token: String?

  /// Speaks as nobody yet.
  ///
  /// - Parameter authority: By which certificates alone the server is known; `nil` for the system's.
  package init(_ server: ServerOrigin, knownBy authority: AuthorityFile? = nil) {
    self.server = server
    self.authority = authority
    token = nil
  }

  /// Speaks as a paired machine.
  package init(_ credentials: Credentials) {
    server = credentials.server
    authority = credentials.authority
    token = credentials.token
  }

  /// Uses up a code; the machine is then somebody.
  package func pair(code: String, name: String) throws(DeviceError) -> Credentials {
    let body = try send(
      "POST", "/v1/pair", .object(["code": .text(code), "device_name": .text(name)]))
    return Credentials(
      server: server, device: try body.text("device_id"), child: try body.text("child_id"),
      token: try body.text("token"), authority: authority)
  }

  /// What the server says holds.
  package func snapshot() throws(DeviceError) -> FamilySnapshot {
    let body = try send("GET", "/v1/device/snapshot", nil)
    // An unknown shape is told apart from a broken one: that is an update missing here.
    if let version = body.number("schema_version"), version != FamilySnapshot.version {
      throw DeviceError(
        .badAnswer, SnapshotRefusal.unknownSchema(version).description,
        hint: "update this program")
    }
    do {
      return try CompactJSON.decode(FamilySnapshot.self, from: body.bytes)
    } catch {
      throw DeviceError(.badAnswer, "the server's snapshot is not one: \(error)")
    }
  }

  /// Tells the server what is enforced.
  package func report(_ status: DeviceStatus) throws(DeviceError) {
    do {
      _ = try send("POST", "/v1/device/status", try JSON(parsing: CompactJSON.encode(status)))
    } catch let error as DeviceError {
      throw error
    } catch {
      throw DeviceError(.badAnswer, "the report can't be written: \(error)")
    }
  }

  /// Uses up a code that lets the selection be edited.
  ///
  /// - Returns: When that ends, by the server's clock.
  package func unlockConfiguration(code: String) throws(DeviceError) -> Instant {
    try send("POST", "/v1/device/configuration-unlock", .object(["code": .text(code)]))
      .time("expires_at")
  }

  /// The challenge that can be answered now.
  package func challenge() throws(DeviceError) -> Challenge {
    let body = try send("POST", "/v1/device/challenges", nil)
    return try Challenge(body)
  }

  /// Submits answers; as often as one likes, they are graded once.
  package func submit(_ submission: PendingSubmission) throws(DeviceError) -> ChallengeOutcome {
    let answers = submission.answers.map {
      JSON.object(["question_id": .text($0.question), "value": .integer(Int64($0.value))])
    }
    let body = try send(
      "POST", "/v1/device/challenges/\(submission.challenge)/submit",
      .object(["answers": .list(answers)]))
    return try ChallengeOutcome(body)
  }

  // MARK: One request

  private func send(
    _ method: String, _ path: String, _ body: JSON?
  ) throws(DeviceError) -> ServerAnswer {
    var headers = ["Accept: application/json", "Expect:"]
    if let token { headers.append("Authorization: Bearer \(token)") }
    var bytes: [UInt8]?
    if let body {
      headers.append("Content-Type: application/json")
      do {
        bytes = try CompactJSON.encode(body)
      } catch {
        throw DeviceError(.badAnswer, "the request can't be written: \(error)")
      }
    }
    try authority?.check()
    var answer = unsafe curl_answer()
    defer { unsafe curl_answer_free(&answer) }
    unsafe fetch(method, path, headers, bytes, into: &answer)
    guard unsafe answer.status != 0 else {
      let reason = unsafe withUnsafeBytes(of: answer.reason) { text in
        unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw DeviceError(
        .serverUnreachable, "could not reach \(server): \(reason)",
        hint: unsafe hint(isStranger: answer.is_stranger != 0))
    }
    let content = unsafe Array(UnsafeBufferPointer(start: answer.body, count: answer.size))
    return try ServerAnswer(
      status: unsafe Int(answer.status), content, from: server, isPaired: token != nil)
  }

  /// What there is to do where nobody answered.
  ///
  /// - Parameter isStranger: Whether somebody would have, whose certificate isn't known here.
  private func hint(isStranger: Bool) -> String {
    if isStranger, let authority {
      return "\(authority.path) has to hold the certificate that the server shows, made out for its"
        + " address"
    }
    if token != nil { return "what is enforced stays as it is until the server can be reached" }
    return isStranger
      ? "where the server has signed its own certificate, bring a copy here and name it: --ca FILE"
      : "is this the right address, and does the server run?"
  }

  private func fetch(
    _ method: String, _ path: String, _ headers: [String], _ body: [UInt8]?,
    into answer: inout curl_answer
  ) {
    let lines = unsafe headers.map { unsafe strdup($0) }
    defer { unsafe lines.forEach { unsafe free($0) } }
    unsafe curl_fetch(
      method, server.description + path, lines.map { unsafe UnsafePointer($0) }, lines.count,
      body, body?.count ?? 0, Self.largestAnswer, Self.patience, authority?.path, &answer)
  }
}
