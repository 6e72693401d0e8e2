extension Zone {
  /// Finds a zone by a name that somebody may choose to live by.
  ///
  /// The database's folder has names that are nobody's zone: `localtime` and `posixrules` are another one
  /// on each machine, `Factory` says that none was chosen yet, and below `posix` and `right` all lie once
  /// more. Where one of them was chosen before, ``init(identifier:)`` goes on reading it.
  ///
  /// - Throws: as ``init(identifier:)``, and `unknownZone` for such a name.
  package init(choosing identifier: String) throws(CivilTimeError) {
    guard ZoneName.isChoosable(identifier) else {
      throw CivilTimeError(
        code: .unknownZone,
        message: "\"\(identifier.prefix(80))\" is not the name of a place's time zone; "
          + "names look like Europe/Berlin")
    }
    try self.init(identifier: identifier)
  }
}
