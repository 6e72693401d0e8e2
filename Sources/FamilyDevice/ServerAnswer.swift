import CivilTime
import CompactJSON

/// What the server answered to a call that it carried out.
struct ServerAnswer {
  let bytes: [UInt8]
  private let fields: [String: JSON]

  /// Reads an answer.
  ///
  /// - Parameter isPaired: Whether it answers a machine that enforces something.
  /// - Throws: what the server refused with: `revoked` where it knows the machine no more.
  init(
    status: Int, _ bytes: [UInt8], from server: ServerOrigin, isPaired: Bool
  ) throws(DeviceError) {
    self.bytes = bytes
    guard status < 500 else {
      throw DeviceError(
        .serverUnreachable, "\(server) can't answer now (status \(status))",
        hint: isPaired ? "what is enforced stays as it is until it can" : "try again later")
    }
    let json = bytes.isEmpty ? JSON.object([:]) : try? JSON(parsing: bytes)
    guard case .object(let fields)? = json else {
      throw DeviceError(
        .badAnswer, "\(server) did not answer as a family's server does (status \(status))",
        hint: "is this the right address?")
    }
    self.fields = fields
    guard !(200..<300).contains(status) else { return }
    guard case .object(let error)? = fields["error"], case .text(let code)? = error["code"],
      case .text(let message)? = error["message"]
    else {
      throw DeviceError(.badAnswer, "\(server) answered with status \(status) and no reason")
    }
    throw status == 401
      ? Self.revoked(message) : Self.refusal(Self.visible(code), Self.visible(message))
  }

  private static func revoked(_ message: String) -> DeviceError {
    DeviceError(
      .revoked, "the server doesn't let this machine in any more: \(visible(message))",
      hint:
        "what is enforced stays; a parent can make a new code: family-device replace --code CODE")
  }

  /// What a refusal means to whoever sits here.
  private static func refusal(_ code: String, _ message: String) -> DeviceError {
    switch code {
    case "challenge_expired":
      DeviceError(.challengeOver, "the ten minutes for this challenge are over", hint: anotherOne)
    case "challenge_superseded":
      DeviceError(
        .challengeOver, "a parent changed the policy meanwhile, which ends the challenge",
        hint: anotherOne)
    case "challenge_wrong_day":
      DeviceError(
        .challengeOver, "the challenge was yesterday's, and a new day has begun", hint: anotherOne)
    case "code_used", "code_expired":
      DeviceError(
        .refused, "\(message) (\(code))", hint: "a parent makes another on the family's page")
    case "too_many_requests":
      DeviceError(.refused, "\(message) (\(code))", hint: "try again later")
    default: DeviceError(.refused, "\(message) (\(code))")
    }
  }

  private static let anotherOne = "family-device challenge asks another one"

  /// A text without what would move a terminal's cursor about, and not too long.
  static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(scalars.prefix(300)))
  }

  /// A text that has to be there.
  func text(_ name: String) throws(DeviceError) -> String {
    guard case .text(let text)? = fields[name] else { throw Self.missing(name) }
    return text
  }

  /// A whole number; `nil` where there is none.
  func number(_ name: String) -> Int? {
    guard case .integer(let number)? = fields[name] else { return nil }
    return Int(number)
  }

  /// A time that has to be there: one of a year with four digits.
  func time(_ name: String) throws(DeviceError) -> Instant {
    guard let seconds = number(name), (0...253_402_300_799).contains(seconds) else {
      throw Self.missing(name)
    }
    return Instant(seconds: Int64(seconds))
  }

  /// Whether something is so.
  func flag(_ name: String) throws(DeviceError) -> Bool {
    guard case .bool(let flag)? = fields[name] else { throw Self.missing(name) }
    return flag
  }

  /// A list that has to be there.
  func list(_ name: String) throws(DeviceError) -> [JSON] {
    guard case .list(let values)? = fields[name] else { throw Self.missing(name) }
    return values
  }

  private static func missing(_ name: String) -> DeviceError {
    DeviceError(.badAnswer, "the server's answer has no usable \"\(name)\"")
  }
}
