/// One named step of the database's layout.
///
/// A step that was ever released is never edited: a change of the layout is a new step at the end.
struct Migration: Sendable {
  /// What a step does.
  enum Work: Sendable {
    /// Runs statements.
    case statements(String)
    /// Moves content in a way that takes more than statements.
    case conversion(@Sendable (borrowing Database) throws(StorageError) -> Void)
  }

  /// The step's name, which the file remembers; it begins with the step's number.
  let name: String
  /// What it does.
  let work: Work

  /// Makes a step.
  init(name: String, _ work: Work) {
    self.name = name
    self.work = work
  }

  /// Makes a step of statements.
  init(name: String, sql: String) {
    self.init(name: name, .statements(sql))
  }

  /// Every step, in order.
  static let all: [Migration] = [
    Migration(
      name: "1 rules and lists",
      sql: """
        CREATE TABLE list (
          id TEXT PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          selection TEXT NOT NULL,
          created_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE rule (
          id TEXT PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          kind TEXT NOT NULL CHECK (kind IN ('schedule', 'timeLimit', 'openLimit')),
          enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
          hard INTEGER NOT NULL CHECK (hard IN (0, 1)),
          days TEXT NOT NULL,
          list_id TEXT REFERENCES list (id) ON DELETE SET NULL,
          window_from TEXT,
          window_to TEXT,
          mode TEXT CHECK (mode IN ('block', 'allowOnly')),
          adult_filter INTEGER CHECK (adult_filter IN (0, 1)),
          minutes INTEGER,
          opens INTEGER,
          paused_until INTEGER,
          created_at INTEGER NOT NULL,
          CHECK (
            (kind = 'schedule') = (window_from IS NOT NULL)
            AND (kind = 'schedule') = (window_to IS NOT NULL)
            AND (kind = 'schedule') = (mode IS NOT NULL)
            AND (kind = 'schedule') = (adult_filter IS NOT NULL)
            AND (kind = 'timeLimit') = (minutes IS NOT NULL)
            AND (kind = 'openLimit') = (opens IS NOT NULL)
          )
        ) STRICT;
        CREATE TABLE setting (
          key TEXT PRIMARY KEY,
          value TEXT NOT NULL
        ) STRICT;
        """),
    Migration(
      name: "2 lists for the rules' own apps", .conversion(FirstSchema.convert)),
  ]

  /// Refuses a file that a newer program wrote; nothing of it is touched.
  ///
  /// - Throws: `newer` where the file names a step that is none of `steps`.
  static func refuseNewer(
    _ database: borrowing Database, than steps: [Migration] = all
  ) throws(StorageError) {
    let unknown = try done(in: database).filter { name in !steps.contains { $0.name == name } }
    guard let step = unknown.min() else { return }
    throw StorageError(
      code: .newer,
      message: "\"\(database.path)\" was written by a newer version of openapplock"
        + " (it has \"\(step)\")")
  }

  /// Brings a file to the newest layout, all due steps in one transaction: whole or not at all.
  ///
  /// A file that holds anything is copied first, to `old` with the number of the first due step; the copy
  /// stays.
  static func migrate(
    _ database: borrowing Database, with steps: [Migration] = all, keepingOldAs old: String
  ) throws(StorageError) {
    let done = try done(in: database)
    let due = steps.filter { !done.contains($0.name) }
    guard let first = due.first else { return }
    if try database.hasTables() {
      let number = first.name.prefix { $0.isASCII && $0.isNumber }
      try DatabaseFile.replace("\(old)\(number)") { path throws(StorageError) in
        try database.copy(to: path)
      }
    }
    try database.transaction { () throws(StorageError) in
      try database.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) STRICT")
      for step in due {
        switch step.work {
        case .statements(let sql): try database.execute(sql)
        case .conversion(let convert): try convert(database)
        }
        try database.run("INSERT INTO migration VALUES (?)", [.text(step.name)])
      }
    }
  }

  private static func done(in database: borrowing Database) throws(StorageError) -> [String] {
    guard try database.hasTable("migration") else { return [] }
    return try database.rows("SELECT name FROM migration") { row throws(StorageError) in
      row.text(0) ?? ""
    }
  }
}
