import Bus
import OpenAppLockProtocol
import OpenAppLockRules
import ScreenTimeModel
import ScreenTimeProtocol
import SiteNames

/// The messages about app lists.
extension AppService {
  /// Takes them up.
  func serveLists() {
    server.on(ListList.self) { [unowned self] _, _ throws(BusError) in
      try requireWritable()
      let picture = try picture()
      return ListList.Reply(
        lists: picture.lists.naturallySorted(by: \.name).map(picture.report))
    }
    server.on(ListShow.self) { [unowned self] request, _ throws(BusError) in
      try requireWritable()
      let picture = try picture()
      return picture.report(try picture.list(request.list))
    }
    server.on(ListAdd.self) { [unowned self] request, _ throws(BusError) in
      try add(request.input)
    }
    server.on(ListEdit.self) { [unowned self] request, _ throws(BusError) in
      try edit(request)
    }
    server.on(ListRemove.self) { [unowned self] request, _ throws(BusError) in
      try remove(request)
    }
  }

  private func add(_ input: ListInput) throws(BusError) -> Stored<ListReport> {
    try requireWritable()
    let picture = try picture()
    guard let text = input.name else { throw BusError(.usage, "a new list needs a name") }
    guard input.removing.isEmpty else {
      throw BusError(.usage, "a new list has nothing that could be taken out")
    }
    let name = try ListName.checked(text, among: picture.lists)
    let adding = try input.adding.withSites()
    try checkApps(adding.applicationTokens, of: "the list")
    var generator = SystemRandomNumberGenerator()
    let list = AppList(
      id: AppListID(rawValue: RuleID(using: &generator).rawValue), name: name,
      selection: adding, createdAt: platform.reckonedNow)
    let reason = try change { repository throws(StorageError) in try repository.insert(list) }
    return Stored(try report(of: list.id), notEnforced: reason)
  }

  private func edit(_ request: ListEdit) throws(BusError) -> Stored<ListReport> {
    try requireWritable()
    let picture = try picture()
    let before = try picture.list(request.list)
    var list = before
    let input = request.input
    guard !input.isEmpty else {
      throw BusError(.usage, "nothing was said that would change \"\(list.name)\"")
    }
    if let text = input.name {
      list.name = try ListName.checked(text, among: picture.lists, except: list)
    }
    let adding = try input.adding.withSites()
    list.selection = try list.selection(afterRemoving: input.removing)
    list.selection.formUnion(adding)
    try checkApps(adding.applicationTokens, of: "the list")
    try picture.allow(.editList)
    let edited = list
    let users = Set(picture.rules.filter { $0.list == before.name }.map(\.snapshot.id))
    try requireFit(
      picture,
      picture.snapshots.map { rule in
        var changed = rule
        if users.contains(rule.id) { changed.selection = edited.selection }
        return changed
      })
    let reason = try change(
      of: users, undo: { repository throws(StorageError) in try repository.update(before) },
      { repository throws(StorageError) in try repository.update(edited) })
    return Stored(try report(of: list.id), notEnforced: reason)
  }

  private func remove(_ request: ListRemove) throws(BusError) -> Stored<Removed> {
    try requireWritable()
    let picture = try picture()
    let list = try picture.list(request.list)
    try picture.allow(.deleteList)
    let users = picture.rules(using: list)
    guard users.isEmpty || request.detach else {
      let names = users.map { "\"\($0)\"" }.joined(separator: ", ")
      throw BusError(
        .listInUse, "the list \"\(list.name)\" is used by \(names)",
        hint: "list rm --detach deletes it; those rules then have no apps and block nothing",
        detail: ["rules": users.joined(separator: "\n")])
    }
    let id = list.id
    let reason = try change { repository throws(StorageError) in try repository.remove(id) }
    return Stored(
      Removed(id: id.rawValue, name: list.name, detached: users), notEnforced: reason)
  }

  private func report(of id: AppListID) throws(BusError) -> ListReport {
    let picture = try picture()
    return picture.report(try picture.list(id.rawValue))
  }

  /// Refuses apps that aren't here or must never be blocked; the platform knows.
  ///
  /// While it is away nobody can tell. It asks again of itself what must never be blocked whenever it
  /// enforces, so the list is stored then.
  ///
  /// - Throws: `invalid`, naming the first such app.
  func checkApps(_ apps: Set<ApplicationToken>, of what: String) throws(BusError) {
    guard !apps.isEmpty, platform.session != nil else { return }
    let answer: CatalogCheck.Reply
    do {
      answer = try platform.ask(CatalogCheck(applications: apps.sorted()))
    } catch {
      if error.endsConversation { return }
      throw error
    }
    guard let problem = answer.problems.first else { return }
    throw BusError(
      .invalid, problem.message, hint: problem.kind.hint,
      detail: ["app": problem.application.rawValue, "problem": problem.kind.rawValue])
  }
}

extension CatalogProblem.Kind {
  /// What there is to do about it.
  fileprivate var hint: String {
    switch self {
    case .notInstalled:
      "openapplock apps shows what is installed; a program without an entry there goes by its"
        + " absolute path"
    case .neverBlocked: "choose the program that you mean to lock, not what others need to run"
    }
  }
}

extension Picture {
  /// A list as the app tells of it.
  func report(_ list: AppList) -> ListReport {
    ListReport(id: list.id, name: list.name, selection: list.selection, rules: rules(using: list))
  }

  /// The names of the rules that use a list, in their natural order.
  func rules(using list: AppList) -> [String] {
    rules.filter { $0.list == list.name }.map(\.snapshot.name).naturallySorted { $0 }
  }
}

extension AppList {
  /// What is left when something is taken out.
  ///
  /// - Throws: `invalid` for what isn't in the list.
  fileprivate func selection(
    afterRemoving removing: FamilyActivitySelection
  ) throws(BusError) -> FamilyActivitySelection {
    // Whoever typed `www.` when it was put in types it again when it is taken out.
    let sites = Set(
      removing.webDomainTokens.map { token in
        selection.webDomainTokens.contains(token) ? token : SiteName.withoutWWW(token)
      })
    let strangers =
      removing.applicationTokens.subtracting(selection.applicationTokens).map(\.rawValue)
      + removing.categoryTokens.subtracting(selection.categoryTokens).map(\.rawValue)
      + sites.subtracting(selection.webDomainTokens).map(\.rawValue)
    guard let stranger = strangers.min() else {
      return FamilyActivitySelection(
        applicationTokens: selection.applicationTokens.subtracting(removing.applicationTokens),
        categoryTokens: selection.categoryTokens.subtracting(removing.categoryTokens),
        webDomainTokens: selection.webDomainTokens.subtracting(sites))
    }
    throw BusError(
      .invalid, "\"\(stranger)\" is not in the list \"\(name)\"",
      hint: "openapplock list show shows what is in it")
  }
}

extension FamilyActivitySelection {
  /// The selection with each domain as the site that it stands for (decision S1).
  ///
  /// - Throws: `invalid` for a domain that is no site.
  fileprivate func withSites() throws(BusError) -> FamilyActivitySelection {
    var selection = self
    selection.webDomainTokens = []
    for domain in webDomainTokens.sorted() {
      do {
        selection.webDomainTokens.insert(try SiteName.site(of: domain))
      } catch {
        throw BusError(
          .invalid, error.message, hint: error.hint, detail: ["site": domain.rawValue])
      }
    }
    return selection
  }

  /// Adds what another selection holds.
  fileprivate mutating func formUnion(_ other: FamilyActivitySelection) {
    applicationTokens.formUnion(other.applicationTokens)
    categoryTokens.formUnion(other.categoryTokens)
    webDomainTokens.formUnion(other.webDomainTokens)
  }
}
