package import OpenAppLockProtocol
package import OpenAppLockRules

/// Owns the rules, the app lists and the app's settings: one SQLite file.
///
/// Every change is one transaction that is on the disk before the call returns; a change that fails
/// has changed nothing.
package final class RuleRepository {
  private let database: Database
  private var memory = RuleMemory()

  /// Opens the file at `path`, or makes it; checks all of it and brings it to the newest layout.
  ///
  /// A file of an older layout is copied before, to `old` (`path` and `.before-` unless told otherwise)
  /// with the number of the first step that it lacks.
  ///
  /// - Throws: ``StorageError``: `damaged`, `newer`, and whatever keeps a file from being opened.
  package convenience init(at path: String, keepingOldAs old: String? = nil) throws(StorageError) {
    try self.init(at: path, keepingOldAs: old, migrations: Migration.all)
  }

  /// Opens a file with a layout of the caller's choice, as a newer program would.
  init(
    at path: String, keepingOldAs old: String? = nil, migrations: [Migration]
  ) throws(StorageError) {
    database = try Database.open(at: path)
    try Migration.refuseNewer(database, than: migrations)
    try database.checkIntegrity()
    try database.useLog()
    try Migration.migrate(database, with: migrations, keepingOldAs: old ?? path + ".before-")
    _ = try rules()
    _ = try lists()
  }

  // MARK: Rules

  /// Reads the rules, oldest first.
  package func rules() throws(StorageError) -> [StoredRule] {
    if let known = memory.rules(at: try database.version()) { return known }
    let rules = try database.rows(
      "SELECT \(RuleRow.columns) FROM rule ORDER BY created_at, rowid"
    ) { row throws(StorageError) in try RuleRow.read(row, of: database.path) }
    memory.keep(rules)
    return rules
  }

  /// Reads the rules with the selections of their lists: what every decision is made from.
  package func snapshots() throws(StorageError) -> [RuleSnapshot] {
    if let known = memory.snapshots(at: try database.version()) { return known }
    let selections = Dictionary(try lists().map { ($0.id, $0.selection) }) { first, _ in first }
    let snapshots = try rules().map { rule in
      rule.snapshot(selection: rule.list.flatMap { selections[$0] })
    }
    memory.keep(snapshots)
    return snapshots
  }

  /// Stores a new rule.
  package func insert(_ rule: StoredRule) throws(StorageError) {
    let marks = RuleRow.values(of: rule).map { _ in "?" }.joined(separator: ", ")
    try write { database throws(StorageError) in
      try database.run(
        "INSERT INTO rule (\(RuleRow.columns)) VALUES (\(marks))", RuleRow.values(of: rule))
    }
  }

  /// Stores what became of a rule.
  package func update(_ rule: StoredRule) throws(StorageError) {
    let marks = RuleRow.values(of: rule).map { _ in "?" }.joined(separator: ", ")
    try write { database throws(StorageError) in
      try database.run(
        "UPDATE rule SET (\(RuleRow.columns)) = (\(marks)) WHERE id = ?",
        RuleRow.values(of: rule) + [.text(rule.id.rawValue)])
    }
  }

  /// Removes a rule for good.
  package func remove(_ rule: RuleID) throws(StorageError) {
    try write { database throws(StorageError) in
      try database.run("DELETE FROM rule WHERE id = ?", [.text(rule.rawValue)])
    }
  }

  // MARK: Lists

  /// Reads the app lists, oldest first.
  package func lists() throws(StorageError) -> [AppList] {
    if let known = memory.lists(at: try database.version()) { return known }
    let lists = try database.rows(
      "SELECT \(ListRow.columns) FROM list ORDER BY created_at, rowid"
    ) { row throws(StorageError) in try ListRow.read(row, of: database.path) }
    memory.keep(lists)
    return lists
  }

  /// Stores a new app list.
  package func insert(_ list: AppList) throws(StorageError) {
    let values = try ListRow.values(of: list)
    try write { database throws(StorageError) in
      try database.run("INSERT INTO list (\(ListRow.columns)) VALUES (?, ?, ?, ?)", values)
    }
  }

  /// Stores what became of an app list.
  package func update(_ list: AppList) throws(StorageError) {
    let values = try ListRow.values(of: list)
    try write { database throws(StorageError) in
      try database.run(
        "UPDATE list SET (\(ListRow.columns)) = (?, ?, ?, ?) WHERE id = ?",
        values + [.text(list.id.rawValue)])
    }
  }

  /// Removes an app list for good; the rules that used it have none then.
  package func remove(_ list: AppListID) throws(StorageError) {
    try write { database throws(StorageError) in
      try database.run("DELETE FROM list WHERE id = ?", [.text(list.rawValue)])
    }
  }

  // MARK: Settings

  /// Reads who is supervised, as somebody set it; the instance's own rule unless somebody did.
  package func supervisedUsers() throws(StorageError) -> SupervisedUsers {
    let found = try database.rows(
      "SELECT value FROM setting WHERE key = ?", [.text(Self.supervisedUsersKey)]
    ) { row throws(StorageError) in row.text(0) ?? "" }
    guard let text = found.first else { return .byDefault }
    return try StoredJSON.read(SupervisedUsers.self, from: text, of: database.path)
  }

  /// Stores who is supervised.
  package func set(supervisedUsers: SupervisedUsers) throws(StorageError) {
    let text = try StoredJSON.write(supervisedUsers)
    try write { database throws(StorageError) in
      try database.run(
        "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        [.text(Self.supervisedUsersKey), .text(text)])
    }
  }

  // MARK: The file

  /// Writes the whole content to a new file at `path`, which must not be there yet.
  package func copy(to path: String) throws(StorageError) {
    try database.copy(to: path)
  }

  private static let supervisedUsersKey = "supervised-users"

  private func write(
    _ body: (borrowing Database) throws(StorageError) -> Void
  ) throws(StorageError) {
    memory.forget()
    try database.transaction { () throws(StorageError) in try body(database) }
  }
}
