import CivilTime
import Database

/// What the content of a database is known by: another one as soon as anybody has changed anything.
struct ContentVersion: Hashable {
  /// Of what other connections change.
  let others: Int
  /// Of what the store itself changes.
  let own: Int
}

/// The snapshots that were told, by the hash of the token that each was told to, for as long as the content is
/// the same.
///
/// Nothing that was read in a transaction that also changes something is kept: it may be undone.
struct SnapshotMemory {
  /// The most snapshots to remember: some megabytes.
  private static let most = 5000

  private var version: ContentVersion?
  private var told: [String: Told] = [:]

  private struct Told {
    let snapshot: ToldSnapshot
    let since: Instant
  }

  /// What was told; `nil` where it may be another one now.
  func snapshot(_ hash: String, at version: ContentVersion, now: Instant) -> ToldSnapshot? {
    // A clock that was set back may name another day too.
    guard version == self.version, let told = told[hash], now >= told.since,
      now < told.snapshot.end
    else { return nil }
    return told.snapshot
  }

  /// Keeps what was read at a version of the content.
  mutating func keep(
    _ snapshot: ToldSnapshot, _ hash: String, at version: ContentVersion, now: Instant
  ) {
    if version != self.version || told.count >= Self.most {
      told.removeAll(keepingCapacity: true)
      self.version = version
    }
    told[hash] = Told(snapshot: snapshot, since: now)
  }
}

extension FamilyStore {
  /// What was told to a device before, as long as nobody has changed anything and the day is the same.
  func toldSnapshot(toTokenHash hash: String, at now: Instant) -> ToldSnapshot? {
    // Where it can't be asked, the whole way says so.
    guard let version = try? contentVersion() else { return nil }
    return snapshots.snapshot(hash, at: version, now: now)
  }

  /// Keeps what a device is told in this transaction, where the engine can tell how long it is true.
  func keep(_ snapshot: ToldSnapshot, toldToTokenHash hash: String, at now: Instant) {
    guard let version = readVersion else { return }
    snapshots.keep(snapshot, hash, at: version, now: now)
  }
}
