package import CivilTime

/// What a device reports: what it enforces, not what it received.
///
/// The body of `POST /v1/device/status`.
package struct DeviceStatus: Hashable, Codable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case policyRevision = "policy_revision"
    case monitoring
    case shielded
    case detail
    case observedMinutes = "observed_minutes"
    case observedDay = "observed_day"
  }

  /// Whether somebody on the device would notice that time is up.
  package enum Monitoring: String, CaseIterable, Hashable, Codable, Sendable {
    /// The plan is registered.
    case active
    /// The plan could not be registered: the apps are shielded.
    case failed
    /// No apps are selected yet.
    case notConfigured = "not_configured"
  }

  /// The most characters of the detail.
  package static let longestDetail = 200

  /// The revision of the policy that is enforced.
  package let policyRevision: Int
  /// Whether somebody would notice that time is up.
  package let monitoring: Monitoring
  /// Whether the apps are shielded.
  package let shielded: Bool
  /// What a person should know beyond that; at most 200 characters.
  package let detail: String
  /// The minutes that were observed, 0 to 1440.
  package let observedMinutes: Int
  /// The family's day that they belong to.
  package let observedDay: CivilDate

  /// Makes a report.
  package init(
    policyRevision: Int, monitoring: Monitoring, shielded: Bool, detail: String,
    observedMinutes: Int, observedDay: CivilDate
  ) {
    self.policyRevision = policyRevision
    self.monitoring = monitoring
    self.shielded = shielded
    self.detail = detail
    self.observedMinutes = observedMinutes
    self.observedDay = observedDay
  }
}
