import CivilTime

/// Why a device keeps what it has instead of a snapshot that it was sent (decision F6).
package enum SnapshotRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The snapshot is another device's.
  case anotherDevice(String)
  /// The snapshot's shape is of a version that isn't known here.
  case unknownSchema(Int)
  /// The snapshot is older than what is kept.
  case lowerRevision(Int, kept: Int)
  /// The day of the snapshot lies before the day that is kept, under the same revision.
  case earlierDay(String, kept: String)

  /// One sentence.
  package var description: String {
    switch self {
    case .anotherDevice(let id):
      "the snapshot is for the device \"\(id.prefix(40))\", not for this one"
    case .unknownSchema(let version):
      "the snapshot has version \(version); this program reads version \(FamilySnapshot.version)"
    case .lowerRevision(let revision, let kept):
      "the snapshot has revision \(revision), and revision \(kept) is kept already"
    case .earlierDay(let day, let kept):
      "the snapshot is of \(day), and that of \(kept) is kept already"
    }
  }
}

extension FamilySnapshot {
  /// Judges a snapshot that came for a device.
  ///
  /// - Parameters:
  ///   - device: The id of the device it came to.
  ///   - kept: What the device has.
  package func check(for device: String, after kept: FamilySnapshot?) throws(SnapshotRefusal) {
    guard schemaVersion == Self.version else { throw .unknownSchema(schemaVersion) }
    guard deviceID == device else { throw .anotherDevice(deviceID) }
    guard let kept else { return }
    guard policyRevision >= kept.policyRevision else {
      throw .lowerRevision(policyRevision, kept: kept.policyRevision)
    }
    // A zone that moves west may make today yesterday; that comes with a new revision.
    guard policyRevision > kept.policyRevision || day >= kept.day else {
      throw .earlierDay(day.description, kept: kept.day.description)
    }
  }
}
