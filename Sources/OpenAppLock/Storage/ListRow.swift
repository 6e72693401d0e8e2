import CivilTime
import OpenAppLockProtocol
import ScreenTimeModel

/// How an app list lies in its table.
enum ListRow {
  /// The columns, in the order of ``values(of:)`` and ``read(_:of:)``.
  static let columns = "id, name, selection, created_at"

  /// The values of a list's row.
  static func values(of list: AppList) throws(StorageError) -> [SQLValue] {
    [
      .text(list.id.rawValue), .text(list.name), .text(try StoredJSON.write(list.selection)),
      .integer(list.createdAt.milliseconds),
    ]
  }

  /// Reads the current row.
  static func read(_ row: borrowing Statement, of path: String) throws(StorageError) -> AppList {
    guard let id = row.text(0), let name = row.text(1), let selection = row.text(2),
      let createdAt = row.integer(3)
    else { throw .damaged(path, "a list has an empty column") }
    return AppList(
      id: AppListID(rawValue: id), name: name,
      selection: try StoredJSON.read(FamilyActivitySelection.self, from: selection, of: path),
      createdAt: Instant(milliseconds: Int64(createdAt)))
  }
}
