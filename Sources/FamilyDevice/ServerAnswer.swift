import CompactJSON

/// What the server answered to a call that it carried out.
struct ServerAnswer {
  let bytes: [UInt8]
  private let fields: [String: JSON]

  /// Reads an answer.
  ///
  /// - Throws: what the server refused with: `revoked` where it knows the machine no more.
  init(status: Int, _ bytes: [UInt8], from server: ServerOrigin) throws(DeviceError) {
    self.bytes = bytes
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
    if status == 401 {
      throw DeviceError(
        .revoked, "the server doesn't let this machine in any more: \(message)",
        hint:
          "what is enforced stays; a parent can make a new code: family-device replace --code CODE")
    }
    throw DeviceError(
      status == 503 ? .serverUnreachable : .refused, "\(message) (\(code))")
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
