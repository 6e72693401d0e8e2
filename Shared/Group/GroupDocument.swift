import AppGroup

/// A document of the group, read at most once for each time that it is written.
///
/// A warm extension is woken for one edge and needs all four documents: while their files are the same
/// (inode, size and times), what was decoded from them holds.
final class GroupDocument<Content: Codable & Sendable>: VersionedDocument {
  private let group: AppGroup
  private let name: DocumentName<Content>
  private let empty: Content
  private let faults: FaultList
  private var known: KnownDocument<Content>?

  init(
    _ name: DocumentName<Content>, in group: AppGroup, empty: Content, reportingTo faults: FaultList
  ) {
    self.group = group
    self.name = name
    self.empty = empty
    self.faults = faults
  }

  /// What the document says now.
  func read() -> Found<Content> {
    // Before the content, so that one that is replaced in between is read again the next time.
    let stamp = present
    if let known, known.stamp == stamp { return Found(known.content) }
    let found = decode()
    known = nil
    if let stamp, found.isCertain, let content = found.content {
      known = KnownDocument(content, at: stamp)
    }
    if let fault = found.fault { faults.add(fault) }
    return found
  }

  /// The version that was read or written last; `nil` where there was none, or it wasn't whole.
  var seen: DocumentStamp? { known?.stamp }

  /// The version that is there now.
  var present: DocumentStamp? { group.stamp(of: name) }

  /// Changes the document under the group's lock; a damaged one is healed by it, which is reported.
  func update<Result>(
    _ change: (inout Content) throws -> Result
  ) throws(AppGroupError) -> Result {
    // What changes it may look at it meanwhile.
    var known = self.known
    self.known = nil
    let updated = try group.update(name, default: empty, knowing: &known, change)
    self.known = known
    if let healed = updated.healed { faults.add(.damaged(healed)) }
    return updated.result
  }

  /// Makes the version before the same as the present one.
  func secure() throws(AppGroupError) {
    try group.secure(name)
  }

  private func decode() -> Found<Content> {
    do {
      switch try group.read(name) {
      case .missing: return Found(empty)
      case .read(let content): return Found(content)
      case .damaged(let reason, let previous):
        let instead =
          previous == nil ? "nothing before it is readable" : "the version before it is used"
        return Found(
          previous, fault: .damaged("\(name.name).json is damaged (\(reason)); \(instead)"))
      case .newer(let version):
        return Found(
          nil,
          fault: GroupFault(
            code: "newerVersion",
            message: "\(name.name).json has version \(version), which this program doesn't know; "
              + "it is left alone, and what is shielded stays shielded"))
      }
    } catch {
      return Found(nil, fault: GroupFault(error))
    }
  }
}
