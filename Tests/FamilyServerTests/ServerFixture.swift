import CompactJSON
import Foundation
import TestSupport
import Testing

/// A `family-server` that runs, in a scratch folder.
final class ServerFixture {
  let scratch: Scratch
  let state: String
  private(set) var process: RunningProcess
  private(set) var address: String
  private let options: [String]

  init(
    in scratch: Scratch, state: String = "state", options: [String] = []
  ) throws {
    self.scratch = scratch
    self.state = scratch.file(state)
    self.options = options
    (process, address) = try Self.start(scratch, self.state, options)
  }

  private static func start(
    _ scratch: Scratch, _ state: String, _ options: [String]
  ) throws -> (RunningProcess, String) {
    let process = try scratch.start(
      try BuiltProgram.path("family-server"),
      ["serve", "--state", state, "--listen", "127.0.0.1:0"] + options)
    let line = try process.waitForLine(containing: "ready at")
    return (process, String(try #require(line.split(separator: " ").last)))
  }

  /// Kills the server at once and starts it again on the same state.
  func killAndRestart() throws {
    process.kill()
    try process.waitForExit()
    (process, address) = try Self.start(scratch, state, options)
  }

  /// The first family's token.
  func token() throws -> String {
    try runToEnd(try BuiltProgram.path("family-server"), ["token", "--state", state] + database)
      .out.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var database: [String] {
    options.firstIndex(of: "--database").map { Array(options[$0...($0 + 1)]) } ?? []
  }

  /// Sends a request on a connection of its own, as bytes, and hands back the status and the body.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, token: String? = nil
  ) throws -> (status: Int, body: JSON) {
    var arguments = ["-sS", "-X", method, "-w", "\n%{http_code}", "--max-time", "30"]
    if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
    if let body { arguments += ["-H", "Content-Type: application/json", "--data-binary", body] }
    let result = try runToEnd("/usr/bin/curl", arguments + [address + path])
    let lines = result.out.split(separator: "\n", omittingEmptySubsequences: false)
    guard result.status == 0, let status = Int(lines.last ?? "") else {
      throw ServerFixtureError("curl: \(result.err)")
    }
    let text = lines.dropLast().joined(separator: "\n")
    return (status, (try? JSON(parsing: text)) ?? .null)
  }

  /// Adds a child and pairs a device for it; hands back the device's token.
  func pair() throws -> String {
    let parent = try token()
    let child = try send("POST", "/v1/parent/children", #"{"name": "Mia"}"#, token: parent).body
    let code = try send(
      "POST", "/v1/parent/children/\(child[at: "child_id"].asText)/pairing-code", token: parent
    ).body
    return try send(
      "POST", "/v1/pair", #"{"code": "\#(code[at: "code"].asText)", "device_name": "Laptop"}"#
    ).body[at: "token"].asText
  }
}

/// Why a server's surroundings are not as they should be.
struct ServerFixtureError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
