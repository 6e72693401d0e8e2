import CivilTime
import OpenAppLockRules
import ScreenTimeModel

/// The first layout of the rules' file: a table of rules, each with a selection of its own.
///
/// It had no lists. Here each distinct selection becomes one list, named after the first rule that had
/// it and shared by all that had it; a rule that had chosen nothing has no list. The statements below
/// write the layout as it was when this step was released, and are never edited.
enum FirstSchema {
  /// Moves the rules of the first layout into the second one, where there are any.
  ///
  /// - Throws: `damaged` for a rule that makes no sense; nothing is left out silently.
  static func convert(_ database: borrowing Database) throws(StorageError) {
    guard try database.hasTable("blocking_rule") else { return }
    var lists: [FamilyActivitySelection: String] = [:]
    var ruleNames = TakenNames(try names(in: "rule", of: database))
    var listNames = TakenNames(try names(in: "list", of: database))
    for rule in try rules(of: database) {
      let name = ruleNames.take(rule.name)
      var list: String?
      if !rule.selection.isEmpty {
        list = lists[rule.selection]
        if list == nil {
          let added = try add(rule.selection, as: listNames.take(name, " Apps"), of: rule, database)
          lists[rule.selection] = added
          list = added
        }
      }
      try add(rule, named: name, list: list, database)
    }
    try database.execute("DROP TABLE blocking_rule")
  }

  // MARK: Reading

  private static let columns = """
    id, name, kind, is_enabled, hard_mode, days, start_minutes, end_minutes, selection_mode, \
    block_adult_content, daily_limit_minutes, max_opens, selection, paused_until, created_at
    """

  private static func rules(
    of database: borrowing Database
  ) throws(StorageError) -> [FirstSchemaRule] {
    let path = database.path
    return try database.rows(
      "SELECT \(columns) FROM blocking_rule ORDER BY created_at, rowid"
    ) { row throws(StorageError) in
      guard let rule = try FirstSchemaRule(row, of: path) else {
        throw .damaged(path, "the rule \"\(row.text(1) ?? "without a name")\" makes no sense")
      }
      return rule
    }
  }

  private static func names(
    in table: String, of database: borrowing Database
  ) throws(StorageError) -> [String] {
    try database.rows("SELECT name FROM \(table)") { row throws(StorageError) in
      row.text(0) ?? ""
    }
  }

  // MARK: Writing

  private static func add(
    _ selection: FamilyActivitySelection, as name: String, of rule: FirstSchemaRule,
    _ database: borrowing Database
  ) throws(StorageError) -> String {
    var generator = SystemRandomNumberGenerator()
    let id = RuleID(using: &generator).rawValue
    try database.run(
      "INSERT INTO list (id, name, selection, created_at) VALUES (?, ?, ?, ?)",
      [
        .text(id), .text(name), .text(try StoredJSON.write(selection)),
        .integer(rule.createdAt),
      ])
    return id
  }

  private static func add(
    _ rule: FirstSchemaRule, named name: String, list: String?, _ database: borrowing Database
  ) throws(StorageError) {
    try database.run(
      """
      INSERT INTO rule (
        id, name, kind, enabled, hard, days, list_id, window_from, window_to, mode, adult_filter,
        minutes, opens, paused_until, created_at
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(rule.id), .text(name), .text(rule.kind.rawValue), SQLValue(rule.isEnabled),
        SQLValue(rule.isHard), .text(rule.days), SQLValue(list),
      ] + rule.options + [
        rule.pausedUntil.map(SQLValue.integer) ?? .null, .integer(rule.createdAt),
      ])
  }
}
