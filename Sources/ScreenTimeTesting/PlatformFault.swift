import ScreenTimeProtocol

/// Something that is wrong, as the service's status has it.
public struct PlatformFault: Hashable, Sendable, CustomStringConvertible {
  /// A word for programs, such as `lateCallback`.
  public let code: String
  /// One sentence for people.
  public let message: String
  /// How often it was met.
  public let count: Int

  init(_ fault: Fault) {
    code = fault.code
    message = fault.message
    count = fault.count
  }

  /// The word and the sentence.
  public var description: String { "\(code): \(message)" }
}
