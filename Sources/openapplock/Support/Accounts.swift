import Arguments
import FoundationEssentials
import OpenAppLockProtocol

/// The accounts of this machine.
///
/// Read from the file itself: a program that is linked whole can't load the library that would ask
/// elsewhere too. An account that is known elsewhere only goes by its number.
enum Accounts {
  private static let file = "/etc/passwd"

  /// Reads names and numbers joined by commas, or `default`.
  ///
  /// - Throws: a usage error for a name that no account has.
  static func parse(_ text: String) throws -> SupervisedUsers {
    if text == "default" { return .byDefault }
    let known = all()
    let ids = try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let id = UInt32(word) ?? known[String(word)] else {
        throw UsageError(
          "VALUE: there is no account \"\(word)\"",
          hint: "accounts by name or number, joined by commas, or default")
      }
      return id
    }
    return .only(Set(ids).sorted())
  }

  /// What an account is called; `nil` for one that is known elsewhere only.
  static func name(of user: UInt32) -> String? {
    all().filter { $0.value == user }.keys.min()
  }

  /// The groups that make an account an administrator, among those that it belongs to.
  static func administratorGroups(of user: UInt32) -> [String] {
    guard let name = name(of: user) else { return [] }
    let powerful: Set<Substring> = ["sudo", "wheel", "admin"]
    return lines(of: "/etc/group").compactMap { line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 4, powerful.contains(fields[0]),
        fields[3].split(separator: ",").contains(Substring(name))
      else { return nil }
      return String(fields[0])
    }
  }

  private static func all() -> [String: UInt32] {
    let accounts = lines(of: file).compactMap { line -> (String, UInt32)? in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 3, let id = UInt32(fields[2]) else { return nil }
      return (String(fields[0]), id)
    }
    return Dictionary(accounts) { first, _ in first }
  }

  private static func lines(of path: String) -> [Substring] {
    // A machine without the file has no names; numbers still work.
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }
}
