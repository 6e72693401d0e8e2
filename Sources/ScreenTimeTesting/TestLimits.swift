import ScreenTimeService

/// How many activities, stores and tokens a platform takes, and how short an interval may be.
public enum TestLimits: String, Hashable, Sendable {
  /// What this platform can do: one minute, 1,000 activities.
  case linux
  /// What an iPhone does: 15 minutes to a week, 20 activities, 50 stores, 50 tokens in a field.
  case ios

  var limits: PlatformLimits {
    switch self {
    case .linux: .linux
    case .ios: .ios
    }
  }
}
