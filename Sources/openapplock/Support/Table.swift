/// Columns of text that line up.
struct Table {
  /// The column's headings, in capitals.
  let headings: [String]
  /// The rows; each has a cell for every heading.
  var rows: [[String]] = []

  /// Lays the table out; nothing but `empty` where there is no row.
  func text(_ style: Style, empty: String) -> String {
    guard !rows.isEmpty else { return empty }
    let widths = headings.indices.map { column in
      ([headings] + rows).map { Self.width(of: $0[column]) }.max() ?? 0
    }
    let lines = rows.map { Self.line($0, widths) }
    return ([style.faint(Self.line(headings, widths))] + lines).joined(separator: "\n")
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
