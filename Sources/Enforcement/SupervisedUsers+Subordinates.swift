import ExecGuard

extension SupervisedUsers {
  /// The ranges of the users and of the ids that `/etc/subuid` lends them: inside a container of
  /// his own a user's processes have those.
  func rangesWithSubordinates(
    lent: String = "/etc/subuid", accounts: String = "/etc/passwd"
  ) -> UserRanges {
    var users: [String: UInt32] = [:]
    for line in (FileSystem.text(of: accounts, atMost: 1 << 20) ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, let user = UInt32(fields[2]) { users[String(fields[0])] = user }
    }
    var all = ranges.ranges
    for line in (FileSystem.text(of: lent, atMost: 1 << 20) ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":")
      guard fields.count == 3, let user = users[String(fields[0])] ?? UInt32(fields[0]),
        contains(user), user != 0, let first = UInt32(fields[1]), let count = UInt32(fields[2]),
        count > 0, first <= UInt32.max - count
      else { continue }
      all.append(first...(first + count - 1))
    }
    return UserRanges(all)
  }
}
