/// What can be asked for and no program here makes true yet, by the names under which reports say so.
public enum UnsteeredMeans: String, CaseIterable, Hashable, Sendable {
  /// Sites under a shield.
  case sites
  /// The filter of adult sites.
  case adultFilter = "adult-filter"
  /// The refusal to remove apps.
  case appRemoval = "app-removal"
}
