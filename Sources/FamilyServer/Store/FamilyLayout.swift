import Database

/// The tables, in what both engines have in common.
///
/// Every row belongs to a family (decision F8).
enum FamilyLayout {
  static let steps: [SQLMigration] = [
    SQLMigration(
      name: "1 families",
      script: """
        CREATE TABLE family (
          id TEXT PRIMARY KEY,
          name TEXT NOT NULL,
          admin_hash TEXT NOT NULL UNIQUE,
          policy TEXT NOT NULL,
          revision BIGINT NOT NULL,
          created_at BIGINT NOT NULL
        );
        CREATE TABLE session (
          id TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          hash TEXT NOT NULL,
          expires_at BIGINT NOT NULL
        );
        CREATE TABLE child (
          id TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          name TEXT NOT NULL,
          overrides TEXT NOT NULL,
          created_at BIGINT NOT NULL
        );
        CREATE INDEX child_of_family ON child (family_id, created_at);
        CREATE TABLE device (
          id TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          child_id TEXT NOT NULL REFERENCES child (id) ON DELETE CASCADE,
          name TEXT NOT NULL,
          token_hash TEXT NOT NULL UNIQUE,
          paired_at BIGINT NOT NULL,
          revoked_at BIGINT,
          status TEXT,
          reported_at BIGINT
        );
        CREATE INDEX device_of_child ON device (child_id, paired_at);
        CREATE TABLE code (
          hash TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          child_id TEXT REFERENCES child (id) ON DELETE CASCADE,
          device_id TEXT REFERENCES device (id) ON DELETE CASCADE,
          expires_at BIGINT NOT NULL,
          used_at BIGINT,
          CHECK ((child_id IS NULL) <> (device_id IS NULL))
        );
        CREATE TABLE challenge (
          id TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
          child_id TEXT NOT NULL REFERENCES child (id) ON DELETE CASCADE,
          day TEXT NOT NULL,
          revision BIGINT NOT NULL,
          reward_minutes BIGINT NOT NULL,
          expires_at BIGINT NOT NULL,
          questions TEXT NOT NULL,
          result TEXT
        );
        CREATE INDEX challenge_of_device ON challenge (device_id, day);
        CREATE TABLE reward (
          id TEXT PRIMARY KEY,
          family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
          child_id TEXT NOT NULL REFERENCES child (id) ON DELETE CASCADE,
          challenge_id TEXT NOT NULL UNIQUE REFERENCES challenge (id) ON DELETE CASCADE,
          day TEXT NOT NULL,
          minutes BIGINT NOT NULL CHECK (minutes > 0),
          created_at BIGINT NOT NULL
        );
        CREATE INDEX reward_of_child ON reward (child_id, day);
        CREATE INDEX reward_of_family ON reward (family_id);
        CREATE TABLE attempt (
          subject TEXT PRIMARY KEY,
          since BIGINT NOT NULL,
          failures BIGINT NOT NULL
        );
        """),
    // Questions are kept as lines from here on; one that is open in the form before can't be read, and
    // whoever has it is told that it is over.
    SQLMigration(
      name: "2 questions as lines",
      script: "UPDATE challenge SET expires_at = 0 WHERE result IS NULL"),
  ]
}
