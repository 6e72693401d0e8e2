import CivilTime
import CompactJSON
package import Database
import PolicyCore

/// What families, children, devices, challenges and rewards are kept as, over one connection.
///
/// Its functions are steps of a transaction that the caller has begun (``transaction(_:)`` or a batch of
/// calls), take the time from the caller, and leave the database as it was where they throw. It holds
/// nothing between two of them but what it has decoded of policies, by their texts, and the snapshots that it
/// has told, by the version of the content (``SnapshotMemory``).
package final class FamilyStore {
  let connection: any SQLConnection
  /// What devices were told, for as long as it is true.
  var snapshots = SnapshotMemory()
  /// The version of what the present transaction sees; `nil` in one that may change it.
  private(set) var readVersion: ContentVersion?
  private let telling: (any ChangeTelling)?
  private var changes = 0
  private var policies: [PolicyKey: FamilyPolicy] = [:]

  /// Opens a store; makes or updates its tables.
  ///
  /// - Throws: ``SQLError``; `newer` where a newer program's tables are there.
  package init(_ connection: any SQLConnection) throws {
    self.connection = connection
    telling = connection as? any ChangeTelling
    try SQLMigration.migrate(connection, with: FamilyLayout.steps)
  }

  /// Does something whole or not at all, and again where others were in the way.
  ///
  /// - Parameter isReading: Whether nothing is changed.
  package func transaction<Result>(
    isReading: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if !isReading { changes += 1 }
    defer { readVersion = nil }
    return try connection.transaction(isReading: isReading) {
      readVersion = isReading ? try contentVersion() : nil
      return try body()
    }
  }

  /// What the content is known by now; `nil` where the engine doesn't tell.
  func contentVersion() throws(SQLError) -> ContentVersion? {
    guard let telling else { return nil }
    return ContentVersion(others: try telling.othersVersion(), own: changes)
  }

  /// Does a part of a transaction whole or not at all.
  func part<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.savepoint { try body() }
  }

  /// Whether the database answers.
  package func ping() throws(SQLError) { try connection.ping() }

  // MARK: Decoding

  /// Which policy was decoded, by the texts themselves: what a transaction wrote at a revision may be undone,
  /// and another text stand at that revision later.
  private struct PolicyKey: Hashable {
    let policy: String
    let overrides: String
  }

  /// The most policies to remember: what a thousand children need.
  private static let mostPolicies = 2000

  /// A child's effective policy, from the texts that are kept.
  func effectivePolicy(policy: String, overrides: String) throws -> FamilyPolicy {
    let key = PolicyKey(policy: policy, overrides: overrides)
    if let known = policies[key] { return known }
    let own = try decode(PolicyOverrides.self, overrides)
    let effective = try decode(FamilyPolicy.self, policy).applying(own)
    if policies.count >= Self.mostPolicies { policies = [:] }
    policies[key] = effective
    return effective
  }

  /// Reads a document that this program has written.
  func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try CompactJSON.decode(type, from: Array(text.utf8))
    } catch {
      throw SQLError(code: .damaged, message: "a stored \(type) is not readable")
    }
  }

  /// Writes a document.
  func encode(_ value: some Encodable) -> String {
    do {
      return String(decoding: try CompactJSON.encode(value), as: UTF8.self)
    } catch {
      preconditionFailure("values of this program can be written: \(error)")
    }
  }
}
