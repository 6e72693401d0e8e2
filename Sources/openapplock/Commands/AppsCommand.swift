import Arguments
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol

/// The command `openapplock apps`.
enum AppsCommand {
  private static let search = Option(
    "search", "TEXT", "Only apps whose name or id contains this", .text)
  private static let category = Option(
    "category", "CATEGORY", "Only apps of this category", .category)

  /// The command.
  static let command = Command<Action>(
    "apps", "Lists the applications of this machine with their categories",
    does: { invocation in
      let request = CatalogList(
        search: try invocation.arguments.value(of: search),
        category: try invocation.arguments.value(of: category))
      let apps = try invocation.instance.askPlatform(request).applications
      invocation.output.show(apps.naturallySorted(by: \.name), text: table)
    }
  ) {
    search
    category
  }

  private static func table(_ apps: [CatalogApplication], _ style: Style) -> String {
    var table = Table(headings: ["NAME", "APP", "CATEGORIES"])
    table.rows = apps.map { app in
      [app.name, app.token.rawValue, app.categories.map(\.rawValue).joined(separator: ", ")]
    }
    return table.text(style, empty: "No such apps here.")
  }
}
