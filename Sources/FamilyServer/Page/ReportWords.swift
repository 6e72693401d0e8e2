import CivilTime
import PolicyCore

/// What is known of a device, in words that claim no more than that: what it said, and when.
struct ReportWords: Hashable, Sendable {
  /// How much a parent should care.
  enum Weight: String, Hashable, Sendable {
    /// As it should be, as far as was reported.
    case plain
    /// Something is to be done or waited for.
    case attention
    /// The device said that something is wrong.
    case problem
  }

  /// The first sentence.
  let headline: String
  /// What else was reported, a sentence each.
  let details: [String]
  /// How much a parent should care.
  let weight: Weight

  /// Finds the words.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - revision: The revision that holds.
  ///   - times: The family's times.
  init(_ device: Device, revision: Int, times: TimeWords) {
    guard let received = device.lastStatus else {
      headline = "Hasn't reported since it was paired, \(times.ago(device.pairedAt))."
      details = []
      weight = device.revokedAt == nil ? .attention : .plain
      return
    }
    let status = received.status
    let ago = times.ago(received.reportedAt)
    var details: [String] = []
    switch status.monitoring {
    case .active:
      headline = "Last reported \(ago) that it enforces revision \(status.policyRevision)."
      details.append(
        status.shielded ? "The apps were shielded then." : "The apps were open then.")
      details.append(Self.use(status, times))
    case .failed:
      headline = "Reported a problem \(ago): it could not set up its watch over the apps."
      details.append(
        status.shielded
          ? "It said that it shields them until it can."
          : "It said that the apps were open then.")
    case .notConfigured:
      headline = "Last reported \(ago) that no apps are chosen on it yet, so nothing is limited."
    }
    if !status.detail.isEmpty { details.append("It added: “\(status.detail)”") }
    let isBehind = status.policyRevision < revision
    if isBehind, device.revokedAt == nil {
      details.append(
        "It hasn't reported yet that it enforces revision \(revision), which holds now.")
    }
    let isUnknown = status.policyRevision > revision
    if isUnknown, device.revokedAt == nil {
      details.append(
        "This server knows no revision after \(revision): it may have been restored from an older copy,"
          + " and the machine keeps to what it has until there is a later one.")
    }
    self.details = details
    weight =
      switch status.monitoring {
      case .failed: .problem
      case .notConfigured: .attention
      case .active: isBehind || isUnknown ? .attention : .plain
      }
  }

  private static func use(_ status: DeviceStatus, _ times: TimeWords) -> String {
    let minutes = TimeWords.count(status.observedMinutes, "minute")
    let isToday = status.observedDay == times.zone.reading(at: times.now).date
    return isToday
      ? "It had seen \(minutes) of use today."
      : "It had seen \(minutes) of use on \(times.day(status.observedDay))."
  }
}
