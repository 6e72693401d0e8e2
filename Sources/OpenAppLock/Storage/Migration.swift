/// One named step of the database's layout.
///
/// A step that was ever released is never edited: a change of the layout is a new step at the end.
struct Migration: Sendable {
  /// The step's name, which the file remembers.
  let name: String
  /// What it does.
  let sql: String

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
        """)
  ]

  /// Brings a file to the newest layout, each step whole or not at all.
  ///
  /// - Throws: `newer` where the file names a step that this program doesn't know.
  static func migrate(_ database: borrowing Database, with steps: [Migration] = all)
    throws(StorageError)
  {
    try database.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) STRICT")
    let done = try database.rows("SELECT name FROM migration") { row throws(StorageError) in
      row.text(0) ?? ""
    }
    let unknown = done.filter { name in !steps.contains { $0.name == name } }
    guard unknown.isEmpty else {
      throw StorageError(
        code: .newer,
        message: "\"\(database.path)\" was written by a newer version of openapplock"
          + " (it has \"\(unknown.sorted()[0])\")")
    }
    for step in steps where !done.contains(step.name) {
      try database.transaction { () throws(StorageError) in
        try database.execute(step.sql)
        try database.run("INSERT INTO migration VALUES (?)", [.text(step.name)])
      }
    }
  }
}
