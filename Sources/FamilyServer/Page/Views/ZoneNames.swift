import FoundationEssentials

/// The zones that a parent is offered while typing; any name of the machine's database is taken.
enum ZoneNames {
  /// The names, in order; none where the machine has no list.
  static let all: [String] = {
    // A list to choose from is a convenience: without it a name is typed.
    guard
      let table = try? String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)
    else { return [] }
    let names = table.split(separator: "\n").compactMap { line -> String? in
      let columns = line.split(separator: "\t")
      return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
    }
    return (names + ["UTC"]).sorted()
  }()
}
