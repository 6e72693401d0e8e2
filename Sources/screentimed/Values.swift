import Arguments
import Enforcement
import Glibc

extension ValueParser<String> {
  /// Takes an absolute path: a service has no folder of its own that a relative one could mean.
  static var absolutePath: ValueParser {
    ValueParser { text in
      guard text.hasPrefix("/") else {
        throw UsageError("\"\(text)\" is not an absolute path")
      }
      return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }
}

extension ValueParser<SupervisedUsers> {
  /// Takes `own`, `login`, or user ids joined by commas.
  static var users: ValueParser {
    ValueParser { text in
      switch text {
      case "own": return .own
      case "login": return .loginAccounts
      default:
        let ids = text.split(separator: ",", omittingEmptySubsequences: false).map {
          UInt32($0)
        }
        guard !ids.contains(nil) else {
          throw UsageError("\"\(text)\" is neither own nor login nor user ids such as 1000,1001")
        }
        return .uids(Set(ids.compactMap { $0 }))
      }
    }
  }
}

extension SupervisedUsers {
  /// Whoever started the service, root too (decision P8).
  static var own: SupervisedUsers { .uids([getuid()]) }
}
