package import ExecGuard

/// Everything that is to be enforced now: always the whole, never a difference.
package struct WantedState: Equatable, Sendable {
  /// The apps that are shielded.
  package var targets: [AppTarget]
  /// Whose processes are meant.
  package var supervised: SupervisedUsers
  /// What happens to a shielded app that runs.
  package var whenBlocked: WhenBlocked

  /// Makes a state.
  package init(
    targets: [AppTarget] = [], supervised: SupervisedUsers, whenBlocked: WhenBlocked = .freeze
  ) {
    self.targets = targets
    self.supervised = supervised
    self.whenBlocked = whenBlocked
  }
}

/// Whose programs are supervised.
///
/// Nobody else's are ever touched.
package enum SupervisedUsers: Hashable, Sendable {
  /// Exactly these users.
  case uids(Set<UInt32>)
  /// The accounts that log in: user ids from 1000 up to the reserved ones.
  case loginAccounts

  /// The ids of accounts that log in; 65534 and above are the kernel's and containers'.
  package static let loginRange: ClosedRange<UInt32> = 1_000...65_533

  /// Whether `user` is supervised.
  package func contains(_ user: UInt32) -> Bool {
    switch self {
    case .uids(let users): users.contains(user)
    case .loginAccounts: Self.loginRange.contains(user)
    }
  }

  /// The same as ranges, as the guard wants them.
  package var ranges: UserRanges {
    switch self {
    case .uids(let users): UserRanges(users.map { $0...$0 })
    case .loginAccounts: UserRanges([Self.loginRange])
    }
  }
}

/// What happens to a shielded app that runs.
package enum WhenBlocked: Hashable, Sendable {
  /// It is frozen; nothing is lost, and it goes on when the shield lifts.
  case freeze
  /// It is warned, asked to end after `warning`, and killed when it hasn't after `grace`.
  case close(warning: Duration = .seconds(10), grace: Duration)
}
