package import Bus

/// Says why the Screen Time service did not do, or could not be asked, what was wanted of it.
public struct ScreenTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Tells the errors apart; the service may know codes that are not named here.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as it goes over the wire.
    public let rawValue: String

    /// Makes a code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// More stores, or more tokens in one field, than the limits in force allow.
    public static let overLimit = Code(rawValue: "overLimit")
    /// Whoever asked has no permission to restrict this machine.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// There is no service to ask.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The service did not answer in time; what was asked may have been done.
    public static let timeout = Code(rawValue: "timeout")
    /// What was asked makes no sense to the service.
    public static let invalid = Code(rawValue: "invalid")
  }

  /// Which error it is.
  public let code: Code
  /// What was wrong, in one sentence.
  public let message: String
  /// What there is to do about it, where there is something.
  public let hint: String?

  /// Makes an error.
  public init(code: Code, message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The error that the bus met, for those who know nothing of the bus.
  package init(_ error: BusError) {
    self.init(
      code: Code(rawValue: error.code.rawValue), message: error.message, hint: error.hint)
  }

  /// The sentence.
  public var description: String { message }
}
