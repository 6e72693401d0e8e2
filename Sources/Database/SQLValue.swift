/// A value as a column holds it; both engines have these, and no others are used.
package enum SQLValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A whole number of 64 bits: a flag, a count, Unix seconds.
  case integer(Int64)
  /// A text in UTF-8 without a zero byte.
  case text(String)

  /// A number.
  package init(_ number: Int) {
    self = .integer(Int64(number))
  }

  /// A text where there is one.
  package init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }

  /// A number where there is one.
  package init(_ number: Int64?) {
    self = number.map(SQLValue.integer) ?? .null
  }
}
