package import Bus

/// The errors of the Screen Time service, by Apple's names where Apple has one.
extension BusErrorCode {
  /// More activities than the limits in force allow.
  package static let excessiveActivities = BusErrorCode(rawValue: "excessiveActivities")
  /// An interval shorter than the limits in force allow.
  package static let intervalTooShort = BusErrorCode(rawValue: "intervalTooShort")
  /// An interval longer than the limits in force allow.
  package static let intervalTooLong = BusErrorCode(rawValue: "intervalTooLong")
  /// A schedule that names no time that exists.
  package static let invalidDateComponents = BusErrorCode(rawValue: "invalidDateComponents")
  /// More stores or tokens than the limits in force allow (decision P6).
  package static let overLimit = BusErrorCode(rawValue: "overLimit")
  /// The sender has no permission to restrict this machine.
  package static let unauthorized = BusErrorCode(rawValue: "unauthorized")
  /// No extension takes such callbacks, or the one that does is out of order.
  package static let noExtension = BusErrorCode(rawValue: "noExtension")
  /// The app or site that was pressed is under no shield.
  package static let notShielded = BusErrorCode(rawValue: "notShielded")
  /// A change that could not be written to disk, so that it would not outlive the service.
  package static let notSaved = BusErrorCode(rawValue: "notSaved")
}
