/// What went wrong, in the form in which it goes over the wire.
package struct BusError: Error, Codable, Hashable, Sendable {
  /// The kind, for a caller that tells them apart.
  package let code: BusErrorCode
  /// What went wrong, in one short sentence without a full stop.
  package let message: String
  /// What to do about it, where there is something to do.
  package let hint: String?
  /// Particulars by name, for programs.
  package let detail: [String: String]?

  /// Makes an error.
  package init(
    code: BusErrorCode, message: String, hint: String? = nil, detail: [String: String]? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.detail = detail
  }

  /// Makes an error from its code and sentence.
  package init(
    _ code: BusErrorCode, _ message: String, hint: String? = nil, detail: [String: String]? = nil
  ) {
    self.init(code: code, message: message, hint: hint, detail: detail)
  }
}

extension BusError: CustomStringConvertible {
  /// The sentence.
  package var description: String { message }
}
