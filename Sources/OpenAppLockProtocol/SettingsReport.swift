/// The app's settings; what `settings get --json` prints.
package struct SettingsReport: Codable, Sendable, Hashable {
  /// Whether apps can't be removed while a hard rule blocks.
  package let uninstallProtection: Bool
  /// Whose programs are watched and blocked.
  package let supervisedUsers: SupervisedUsers

  /// Makes a report.
  package init(uninstallProtection: Bool, supervisedUsers: SupervisedUsers) {
    self.uninstallProtection = uninstallProtection
    self.supervisedUsers = supervisedUsers
  }
}

/// Whose programs are watched and blocked (decision P8).
package enum SupervisedUsers: Sendable, Hashable {
  /// Whoever the instance supervises by itself: its own user, or, installed, all who log in.
  case byDefault
  /// These accounts, by user id.
  case only([UInt32])
}

/// `"default"`, or an array of user ids.
extension SupervisedUsers: Codable {
  private static let defaultWord = "default"

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let word = try? container.decode(String.self) {
      // Not a text: it is the other spelling, and that one's decoder says what is wrong with it.
      guard word == Self.defaultWord else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "\"\(word)\" is neither \"default\" nor a list of user ids")
      }
      self = .byDefault
    } else {
      self = .only(try container.decode([UInt32].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .byDefault: try container.encode(Self.defaultWord)
    case .only(let users): try container.encode(users)
    }
  }
}
