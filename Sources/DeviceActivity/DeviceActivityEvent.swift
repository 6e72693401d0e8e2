public import FoundationEssentials
public import ScreenTimeModel

/// A threshold of use within an activity's interval; it fires once in each interval.
///
/// With nothing chosen all use counts. Use is the time in which at least one of what was chosen is in
/// use: two at once count once.
public struct DeviceActivityEvent: Hashable, Sendable {
  /// Names an event within its activity.
  public typealias Name = DeviceActivityEventName

  /// The applications whose use counts.
  public let applications: Set<ApplicationToken>
  /// The categories whose applications' use counts.
  public let categories: Set<ActivityCategoryToken>
  /// The sites whose use counts.
  public let webDomains: Set<WebDomainToken>
  /// The use, cumulative within the interval, at which the event fires: days, hours, minutes and
  /// seconds, added up; at least a second.
  public let threshold: DateComponents
  /// Whether use before monitoring started, within the interval, counts (decision P1).
  public let includesPastActivity: Bool

  /// Makes an event.
  ///
  /// It is checked when monitoring starts.
  public init(
    applications: Set<ApplicationToken> = [],
    categories: Set<ActivityCategoryToken> = [],
    webDomains: Set<WebDomainToken> = [],
    threshold: DateComponents,
    includesPastActivity: Bool = false
  ) {
    self.applications = applications
    self.categories = categories
    self.webDomains = webDomains
    self.threshold = threshold
    self.includesPastActivity = includesPastActivity
  }
}

/// The way to what the service keeps, and back.
extension DeviceActivityEvent {
  /// The event as the service keeps it.
  ///
  /// - Throws: `invalidDateComponents` for a threshold that is no length of time.
  func model() throws(MonitoringError) -> ActivityEvent {
    ActivityEvent(
      selection: FamilyActivitySelection(
        applicationTokens: applications, categoryTokens: categories, webDomainTokens: webDomains),
      thresholdSeconds: try threshold.seconds(of: "a threshold"),
      includesPastActivity: includesPastActivity)
  }

  /// Writes an event that the service keeps.
  init(_ event: ActivityEvent) {
    self.init(
      applications: event.selection.applicationTokens,
      categories: event.selection.categoryTokens,
      webDomains: event.selection.webDomainTokens,
      threshold: DateComponents(second: event.thresholdSeconds),
      includesPastActivity: event.includesPastActivity)
  }
}
