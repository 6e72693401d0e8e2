import CivilTime
import Glibc

/// The time zones that this machine knows, by their names in its database.
enum KnownZones {
  /// All that can be chosen, sorted; none on a machine whose database has no list of itself.
  static let names = read("/usr/share/zoneinfo/tzdata.zi")

  /// The zones and the other names for them in the database's source, so far as they can be used here:
  /// a system may come without those that it finds outdated.
  private static func read(_ path: String) -> [String] {
    guard let file = unsafe fopen(path, "re") else { return [] }
    defer { unsafe fclose(file) }
    var names: Set<String> = ["UTC"]
    var line = [CChar](repeating: 0, count: 512)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 > 10 }.map(UInt8.init), as: UTF8.self)
        .split(separator: " ")
      guard words.count > 2 else { continue }
      if words[0] == "Z" { names.insert(String(words[1])) }
      if words[0] == "L" { names.insert(String(words[2])) }
    }
    return names.filter { (try? Zone(choosing: $0)) != nil }.sorted()
  }
}
