import CompactJSON

/// A family's server with a family in it: made by the same calls whichever server it is, so that all of them
/// have the same to do.
///
/// A policy of which no day's cap is reached, a hundred children, and devices enough that none is refused
/// its challenges.
final class FamilyStage {
  /// Which server it is.
  enum Kind: String, CaseIterable {
    /// `family-server`.
    case ours
    /// The document's own stack.
    case fastAPI
    /// The same work in C.
    case plainC
  }

  private static let children = 100
  private static let devicesOfEach = 4
  private static let token = "the-parents-token-of-the-benchmark"
  private static let policy: [String: JSON] = [
    "timezone": .text("UTC"), "daily_limit_minutes": .integer(0), "allowed_start": .text("07:00"),
    "allowed_end": .text("20:00"), "reward_minutes": .integer(1),
    "daily_bonus_cap_minutes": .integer(1440), "challenge_questions": .integer(10),
    "challenge_max_operand": .integer(12),
    "challenge_operations": .list([.text("add"), .text("subtract")]),
  ]

  /// What the server says to what is measured, without what is each one's own.
  let sample: [JSON]
  private let server: Child
  private let port: String
  private let tokens: String

  /// Starts a server and makes the family.
  ///
  /// - Throws: `skipped` for what isn't built, `failed` for what doesn't work.
  init(_ kind: Kind, in run: Run) throws(BenchmarkError) {
    let folder = try run.scratch.makeFolder("family-\(kind.rawValue)")
    server = try Self.start(kind, folder, in: run)
    let ready = try server.readLine(within: .seconds(30))
    port = String(ready.split(separator: ":").last ?? "")
    let caller = try FamilyCaller(port: port, in: run)
    defer { caller.end() }
    let parent = kind == .ours ? try Self.ownToken(folder) : Self.token
    let devices = try Self.makeFamily(caller, parent)
    tokens = try run.scratch.write(
      Array(devices.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")],
      to: "family-\(kind.rawValue)-tokens")
    sample = try FamilySample.take(caller, device: devices[0])
  }

  private static func start(
    _ kind: Kind, _ folder: String, in run: Run
  ) throws(BenchmarkError) -> Child {
    switch kind {
    case .ours:
      try Child(
        try run.program("family-server"),
        ["serve", "--state", folder, "--listen", "127.0.0.1:0"], ending: .terminate, in: run)
    case .fastAPI:
      try Child(
        try run.reference("family_fastapi"), [folder + "/family.db", token],
        ending: .endOfInput, in: run)
    case .plainC:
      try Child(
        try run.reference("family"), [folder + "/family.db", token], ending: .endOfInput, in: run)
    }
  }

  private static func ownToken(_ folder: String) throws(BenchmarkError) -> String {
    guard let bytes = readFile(folder + "/token") else {
      throw .failed("family-server made no token: \(lastError())")
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  // MARK: The family

  /// Makes the family, and hands back its devices' tokens.
  private static func makeFamily(
    _ caller: FamilyCaller, _ parent: String
  ) throws(BenchmarkError) -> [String] {
    let change = JSON.object(["expected_revision": .integer(1), "policy": .object(policy)])
    _ = try caller.call("PUT", "/v1/parent/policy", parent, change, expecting: 200)
    var ids: [String] = []
    for number in 1...children {
      ids.append(try child("Child \(number)", caller, parent))
    }
    var tokens: [String] = []
    for _ in 1...devicesOfEach {
      for id in ids { tokens.append(try pair(id, caller, parent)) }
    }
    return tokens
  }

  private static func child(
    _ name: String, _ caller: FamilyCaller, _ parent: String
  ) throws(BenchmarkError) -> String {
    let made = try caller.call(
      "POST", "/v1/parent/children", parent, .object(["name": .text(name)]), expecting: 201)
    return made["child_id"]?.string ?? ""
  }

  private static func pair(
    _ child: String, _ caller: FamilyCaller, _ parent: String
  ) throws(BenchmarkError) -> String {
    let made = try caller.call(
      "POST", "/v1/parent/children/\(child)/pairing-code", parent, nil, expecting: 201)
    let body = JSON.object([
      "code": .text(made["code"]?.string ?? ""), "device_name": .text("Tablet"),
    ])
    let paired = try caller.call("POST", "/v1/pair", "-", body, expecting: 201)
    return paired["token"]?.string ?? ""
  }

  // MARK: The load

  /// A crowd of clients that asks the server for one thing again and again.
  ///
  /// - Parameter work: `snapshot` or `submit`.
  func crowd(_ work: String, connections: Int, in run: Run) throws(BenchmarkError) -> Meter {
    try Meter(
      try run.reference("family_load"), [work, port, "\(connections)", tokens],
      patience: .seconds(60), in: run)
  }

  /// What the server holds of the machine's memory.
  var heldKiB: UInt64 { residentKiB(of: server.pid) }

  /// Ends the server.
  func end() {
    server.end()
  }
}
