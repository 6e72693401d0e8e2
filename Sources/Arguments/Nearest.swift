/// Finds what somebody probably meant.
package enum Nearest {
  /// The name that is nearest to what was typed, if one is near: at most a third of it is wrong.
  package static func name(to typed: String, in names: [String]) -> String? {
    let near = names.map { (name: $0, distance: distance(Array(typed), Array($0))) }
      .filter { $0.distance <= max(1, min(typed.count, $0.name.count) / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many letters have to be put in, left out, exchanged or swapped with their neighbour.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (row, letter) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(next[column], rows[row][column + 1]) + 1
        least = min(least, rows[row][column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
