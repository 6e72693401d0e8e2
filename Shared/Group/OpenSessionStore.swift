package import AppGroup
package import CivilTime

/// The granted opens, shared by the processes of the group.
package final class OpenSessionStore {
  private let document: GroupDocument<OpenSessions>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("open-sessions"), in: group, empty: OpenSessions(), reportingTo: faults)
  }

  /// The sessions, as far as they are known.
  package func read() -> Found<OpenSessions> { document.read() }

  /// Forgets sessions that are over; touches the file only when there is one.
  ///
  /// - Throws: what the directory says. A session that is over is over, forgotten or not.
  package func clearExpired(at now: Instant) throws(AppGroupError) {
    guard let sessions = read().content, sessions.hasExpired(at: now) else { return }
    try change { $0.clearExpired(at: now) }
  }

  /// Changes the sessions under the group's lock.
  func change<Result>(
    _ body: (inout OpenSessions) throws -> Result
  ) throws(AppGroupError) -> Result {
    try document.update(body)
  }
}
