import Arguments
import OpenAppLockProtocol
import ScreenTimeModel

/// The command `openapplock list …`.
enum ListCommands {
  /// The group.
  static let command = Command<Action>(
    "list", "Shows and changes app lists", subcommands: [list, show, add, edit, remove])

  private static let reference = Positional(
    "LIST", "The list: its name, its id, or the beginning of the id", .text)
  private static let name = Positional("NAME", "What the list is called", .text)
  private static let newName = Option("name", "NAME", "Calls the list something else", .text)
  private static let detach = Flag(
    "detach", "Removes it from the rules that use it as well; those block nothing then")

  private static let apps = RepeatedOption(
    "app", "APP", "An app: desktop id, or absolute path of an executable", .app)
  private static let categories = RepeatedOption(
    "category", "CATEGORY", "A category: games, social, …", .category)
  private static let sites = RepeatedOption("site", "DOMAIN", "A site by its domain", .site)

  private static let addApps = RepeatedOption("add-app", "APP", "Puts an app in", .app)
  private static let addCategories = RepeatedOption(
    "add-category", "CATEGORY", "Puts a category in", .category)
  private static let addSites = RepeatedOption("add-site", "DOMAIN", "Puts a site in", .site)
  private static let removeApps = RepeatedOption("remove-app", "APP", "Takes an app out", .app)
  private static let removeCategories = RepeatedOption(
    "remove-category", "CATEGORY", "Takes a category out", .category)
  private static let removeSites = RepeatedOption(
    "remove-site", "DOMAIN", "Takes a site out", .site)

  private static let list = Command<Action>(
    "ls", "Lists the app lists and who uses them",
    does: { invocation in
      let lists = try invocation.instance.askApp(ListList()).lists
      invocation.output.show(lists) { lists, style in
        // The notice is for people only; without the platform nobody knows whether it is due.
        let status = try? invocation.instance.askApp(AppStatus())
        return ListTexts.table(lists, isLocked: status?.listsLocked ?? false, style)
      }
    })

  private static let show = Command<Action>(
    "show", "Shows what is in a list",
    does: { invocation in
      try invocation.show(
        ListShow(list: try invocation.arguments.value(of: reference)), ListTexts.detail)
    }
  ) {
    reference
  }

  private static let add = Command<Action>(
    "add", "Makes an app list",
    does: { invocation in
      let typed = invocation.arguments
      let input = ListInput(
        name: try typed.value(of: name),
        adding: FamilyActivitySelection(
          applicationTokens: Set(try typed.values(of: apps)),
          categoryTokens: Set(try typed.values(of: categories)),
          webDomainTokens: Set(try typed.values(of: sites))))
      try invocation.show(ListAdd(input: input)) { ListTexts.stored($0, "Added", $1) }
    }
  ) {
    name
    apps
    categories
    sites
  }

  private static let edit = Command<Action>(
    "edit", "Changes a list; what isn't given stays",
    does: { invocation in
      let typed = invocation.arguments
      let input = ListInput(
        name: try typed.value(of: newName),
        adding: FamilyActivitySelection(
          applicationTokens: Set(try typed.values(of: addApps)),
          categoryTokens: Set(try typed.values(of: addCategories)),
          webDomainTokens: Set(try typed.values(of: addSites))),
        removing: FamilyActivitySelection(
          applicationTokens: Set(try typed.values(of: removeApps)),
          categoryTokens: Set(try typed.values(of: removeCategories)),
          webDomainTokens: Set(try typed.values(of: removeSites))))
      let request = ListEdit(list: try typed.value(of: reference), input: input)
      try invocation.show(request) { ListTexts.stored($0, "Changed", $1) }
    }
  ) {
    reference
    newName
    addApps
    addCategories
    addSites
    removeApps
    removeCategories
    removeSites
  }

  private static let remove = Command<Action>(
    "rm", "Removes a list for good",
    does: { invocation in
      let request = ListRemove(
        list: try invocation.arguments.value(of: reference),
        detach: invocation.arguments.isSet(detach))
      try invocation.show(request, ListTexts.removed)
    }
  ) {
    reference
    detach
  }
}
