/// A value as a column holds it; there are no others in this program's tables.
enum SQLValue: Hashable {
  /// Nothing.
  case null
  /// A whole number: a flag, a count, or milliseconds since 1970.
  case integer(Int64)
  /// A text.
  case text(String)

  /// A number where there is one.
  init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  /// A text where there is one.
  init(_ text: String?) {
    self = text.map(SQLValue.text) ?? .null
  }

  /// A flag, as 0 or 1.
  init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }
}
