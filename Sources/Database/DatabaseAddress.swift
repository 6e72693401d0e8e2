/// Where a database is, as a person writes it.
package enum DatabaseAddress: Hashable, Sendable {
  /// A file of SQLite's.
  case sqlite(path: String)
  /// A server that speaks PostgreSQL's protocol.
  case postgres(address: String)

  /// Reads `sqlite` (the file beside the other state), `sqlite:PATH`, or a `postgresql://` address.
  ///
  /// Answers `nil` for anything else.
  ///
  /// - Parameter file: The file that plain `sqlite` means.
  package init?(parsing text: String, file: String) {
    if text == "sqlite" {
      self = .sqlite(path: file)
    } else if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
      self = .sqlite(path: String(text.dropFirst(7)))
    } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
      self = .postgres(address: text)
    } else {
      return nil
    }
  }

  /// What it is called where people are told of it; an address may have a password in it, and isn't said.
  package var name: String {
    switch self {
    case .sqlite(let path): "the database \"\(path)\""
    case .postgres: "the PostgreSQL database"
    }
  }

  /// Connects.
  package func connect() throws(SQLError) -> any SQLConnection {
    switch self {
    case .sqlite(let path): try SQLiteConnection(path: path)
    case .postgres(let address): try PostgresConnection(address: address)
    }
  }
}
