/// A row of an answer.
///
/// The statements are the program's own, so a column that is read as what it isn't is a mistake in
/// the program, and a trap.
package struct SQLRow: Hashable, Sendable {
  private let values: [SQLValue]

  /// Makes a row.
  package init(_ values: [SQLValue]) {
    self.values = values
  }

  /// Whether a column holds nothing.
  package func isNull(_ column: Int) -> Bool { values[column] == .null }

  /// A column that always holds a number.
  package func integer(_ column: Int) -> Int {
    guard case .integer(let number) = values[column] else {
      preconditionFailure("column \(column) holds no number")
    }
    return Int(number)
  }

  /// A column that always holds a text.
  package func text(_ column: Int) -> String {
    guard case .text(let text) = values[column] else {
      preconditionFailure("column \(column) holds no text")
    }
    return text
  }

  /// A column that holds a number or nothing.
  package func optionalInteger(_ column: Int) -> Int? {
    isNull(column) ? nil : integer(column)
  }

  /// A column that holds a text or nothing.
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}
