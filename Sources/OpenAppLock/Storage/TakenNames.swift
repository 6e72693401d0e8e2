import OpenAppLockRules

/// Gives names that nobody has yet: `Focus`, `Focus 2`, `Focus 3`.
struct TakenNames {
  private var taken: Set<String>

  /// Starts with the names that are taken.
  init(_ taken: [String]) {
    self.taken = Set(taken)
  }

  /// Takes a name with something behind it; where that is taken, a number tells them apart.
  ///
  /// It is never longer than a name may be: then the end of `base` goes.
  mutating func take(_ base: String, _ ending: String = "") -> String {
    var number = 1
    while true {
      let tail = ending + (number == 1 ? "" : " \(number)")
      let room = RuleName.longest - tail.unicodeScalars.count
      let name = String(base.unicodeScalars.prefix(room)) + tail
      if taken.insert(name).inserted { return name }
      number += 1
    }
  }
}
