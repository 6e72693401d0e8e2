import CSQLite

/// Says why the rules could not be read or stored.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; each has an action of its own.
  package enum Code: String, Hashable, Sendable {
    /// The file's content can't be trusted: changes are refused, what is enforced stays.
    case damaged
    /// A newer version of the program wrote the file: it is left alone.
    case newer
    /// The disk is full: the change is undone, what was stored stays.
    case full
    /// The file or its folder can't be written.
    case readOnly
    /// Another process holds the file for longer than anybody should.
    case busy
    /// The file can't be opened, or isn't ours to open.
    case inaccessible
    /// The database refused a value that the program should not have offered.
    case constraint
    /// Anything else that the database reports.
    case failed
  }

  /// The kind of trouble.
  package let code: Code
  /// What was attempted, and why it did not work.
  package let message: String

  /// Makes an error.
  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The database's text of what went wrong.
  package var description: String { message }

  /// Reads what a call of SQLite's answered.
  static func from(result: Int32, doing what: String, reason: String) -> StorageError {
    StorageError(code: Code(result: result), message: "could not \(what): \(reason)")
  }
}

extension StorageError.Code {
  /// Maps SQLite's primary result codes; the extended ones say the same in more detail.
  fileprivate init(result: Int32) {
    switch result & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .inaccessible
    case SQLITE_CONSTRAINT: self = .constraint
    default: self = .failed
    }
  }
}
