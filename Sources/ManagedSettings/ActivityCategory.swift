public import ScreenTimeModel

/// A category of applications.
public struct ActivityCategory: Hashable, Sendable {
  /// How the service names it.
  public let token: ActivityCategoryToken?
  /// What a person calls it; `nil` where that is not known.
  public let localizedDisplayName: String?

  /// Makes a category from its token.
  public init(token: ActivityCategoryToken) {
    self.token = token
    self.localizedDisplayName = nil
  }
}
