package import Bus

/// The errors of the app, by the names that the command line prints.
extension BusErrorCode {
  /// A hard rule blocks now, and what was asked would be a way around it (decision U3).
  package static let hardMode = BusErrorCode(rawValue: "hardMode")
  /// A rule uses the list (decision W5a).
  package static let listInUse = BusErrorCode(rawValue: "listInUse")
  /// More than one thing goes by what was given.
  package static let ambiguous = BusErrorCode(rawValue: "ambiguous")
  /// Something that doesn't fit together was asked, such as minutes for a schedule.
  package static let usage = BusErrorCode(rawValue: "usage")
  /// The Screen Time service can't be reached, and without it there is no answer.
  package static let unavailable = BusErrorCode(rawValue: "unavailable")
  /// The rules' file is damaged or a newer program's: nothing is changed, what is enforced stays.
  package static let damaged = BusErrorCode(rawValue: "damaged")
  /// The rules' file could not be written, for want of space or rights: nothing was changed.
  package static let notStored = BusErrorCode(rawValue: "notStored")
}
