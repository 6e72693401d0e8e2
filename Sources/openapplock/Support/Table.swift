/// Columns of text that line up.
struct Table {
  /// The column's headings, in capitals.
  let headings: [String]
  /// The rows; each has a cell for every heading.
  var rows: [[String]] = []

  /// Lays the table out; nothing but `empty` where there is no row.
  func text(_ style: Style, empty: String) -> String {
    guard !rows.isEmpty else { return empty }
    let lines = Self.aligned([headings] + rows)
    return ([style.faint(lines[0])] + lines.dropFirst()).joined(separator: "\n")
  }

  /// Lays out rows of equally many cells without headings, a line each.
  static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.map(\.count).min() ?? 0
    let widths = (0..<columns).map { column in rows.map { width(of: $0[column]) }.max() ?? 0 }
    return rows.map { line($0, widths) }
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += cell
      guard index < cells.count - 1 else { break }
      line += String(repeating: " ", count: widths[index] - width(of: cell) + 2)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func width(of cell: String) -> Int { cell.count }
}
