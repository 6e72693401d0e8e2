import Enforcement
import ScreenTimeModel

/// Turns the union into what is to be enforced, and has it enforced when it is another than before.
final class EnforcementDesk {
  let index: AppIndex
  /// What happens to a shielded app that runs.
  let whenBlocked: WhenBlocked
  private let backend: (any EnforcementBackend)?
  private(set) var union = ShieldUnion([:])
  private var applied: WantedState?
  /// Whether nothing is let go because nobody knows what was shielded.
  private var isHolding = false

  init(backend: (any EnforcementBackend)?, index: AppIndex, whenBlocked: WhenBlocked) {
    self.backend = backend
    self.index = index
    self.whenBlocked = whenBlocked
  }

  /// Whether anything on this machine is looked at and made true.
  var enforces: Bool { backend != nil }

  /// Whether what is wanted is made true.
  var makesTrue: Bool { backend?.makesTrue ?? false }

  /// Keeps everything as an earlier life left it until somebody says what is shielded.
  func hold() {
    isHolding = true
  }

  /// Makes a union true.
  func enforce(_ union: ShieldUnion, supervised: SupervisedUsers) {
    self.union = union
    _ = index.refresh()
    if isHolding, union.stores.isEmpty { return }
    isHolding = false
    guard let backend else { return }
    let wanted = WantedState(
      targets: targets(of: union), supervised: supervised, whenBlocked: whenBlocked)
    guard wanted != applied else { return }
    applied = wanted
    backend.apply(wanted)
  }

  /// Whether an application is shielded now, by any of its names.
  func shields(_ app: ApplicationToken) -> Bool { union.shields(index.identity(of: app)) }

  /// The app groups whose stores shield a subject, sorted; empty when nothing does.
  func groups(shielding subject: ShieldSubject) -> [String] {
    let stores = union.stores.filter { store in
      switch subject {
      case .application(let app): store.value.shields(index.identity(of: app))
      case .webDomain(let site):
        store.value.shieldedWebDomains?.contains { site.isOrIsBelow($0) } ?? false
      }
    }
    return Set(stores.keys.map(\.group)).sorted()
  }

  /// The category by which an application is shielded, where one is the cause.
  func category(shielding app: ApplicationToken) -> ActivityCategoryToken? {
    let identity = index.identity(of: app)
    return union.stores.values.lazy.compactMap { store -> ActivityCategoryToken? in
      guard case .specific(let chosen, _) = store.shieldedCategories, store.shields(identity)
      else { return nil }
      return chosen.intersection(identity.categories).sorted().first
    }.first
  }

  /// Every application that is known and shielded, sorted.
  var shieldedApplications: [ApplicationToken] {
    let known = union.namedApplications.union(
      union.stores.values.contains(where: \.shieldsUnnamed) ? index.apps.map(\.token) : [])
    return known.filter(shields).sorted()
  }

  /// Ends the processes of a shielded application.
  func close(_ app: ApplicationToken) {
    guard let backend, let installed = index.catalog.app(for: app) else { return }
    backend.close(installed.target)
  }

  /// The applications of the catalog, and those that stores or activities name, that run for supervised
  /// users.
  ///
  /// - Parameter watched: What activities name: a program without a desktop entry is in no catalog.
  func running(
    supervised: SupervisedUsers, watched: Set<ApplicationToken>
  ) -> Set<ApplicationToken>? {
    guard let backend else { return nil }
    let named = union.namedApplications.union(watched)
      .compactMap { index.catalog.app(for: $0)?.target }
    return backend.running(among: index.apps.map(\.target) + named, supervised: supervised)
  }

  /// Has `body` hear of each start of a shielded app that was refused.
  func onDenied(_ body: @escaping (DeniedLaunch) -> Void) {
    backend?.onDenied = body
  }

  /// How well each means of enforcement works here.
  var reports: [BackendReport] {
    backend?.reports ?? [
      BackendReport(
        name: "none", purpose: "enforces nothing", works: false,
        notEnforced: ["shielded apps start and run: this service was started without enforcement"],
        hint: "start it with --enforce auto")
    ]
  }

  /// The processes that are held.
  var frozen: [FrozenProcess] { backend?.frozen ?? [] }

  /// Lets everything go.
  func stop() {
    backend?.stop()
  }

  private func targets(of union: ShieldUnion) -> [AppTarget] {
    var candidates = union.namedApplications.compactMap { index.catalog.app(for: $0) }
    if union.stores.values.contains(where: \.shieldsUnnamed) { candidates += index.apps }
    let shielded = candidates.filter { union.shields(index.identity(of: $0.token)) }
    let unique = Dictionary(shielded.map { ($0.token, $0.target) }) { first, _ in first }
    return unique.values.sorted { $0.token < $1.token }
  }
}
