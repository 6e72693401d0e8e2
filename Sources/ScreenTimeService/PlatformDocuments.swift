import AppGroup
import Bus
import CivilTime
import ScreenTimeModel
import ScreenTimeProtocol

/// What the service keeps on disk, in a directory of its own.
///
/// The stores are kept twice: the second document follows a moment after the first and never changes
/// its shape, so that what was shielded stays known when the first is damaged or comes from a newer
/// version (decision P5).
final class PlatformDocuments {
  private static let stores = DocumentName<StoresContent>("stores", sizeLimit: 16 << 20)
  private static let shields = DocumentName<StoresContent>("shields", sizeLimit: 16 << 20)
  private static let activities = DocumentName<ActivitiesContent>(
    "activities", sizeLimit: 32 << 20)
  private static let settings = DocumentName<ServiceSettings>("settings")
  private static let clock = DocumentName<TrustedClock.Record>("clock")

  private let folder: AppGroup
  /// The versions that were written in this life, by the documents' names: nobody else writes here, so
  /// they mostly need no look before they are replaced.
  private var written: [String: DocumentStamp] = [:]
  /// The stores as they were written last.
  private var savedStores: [StoreName: StoredSettings] = [:]

  /// Opens the directory, and makes it where it is missing.
  ///
  /// - Throws: what is wrong with the directory.
  init(at directory: String) throws(AppGroupError) {
    folder = try AppGroup(at: directory, creating: true)
  }

  // MARK: Stores

  /// What was read of the stores.
  struct LoadedStores {
    var book = StoreBook()
    var problem: DocumentProblem?
    /// Whether nothing at all is known of what was shielded.
    var isUnknown = false
  }

  /// Reads the stores; what can't be read is made up for by what was shielded last.
  func loadStores() -> LoadedStores {
    var loaded = LoadedStores()
    switch read(Self.stores) {
    case .success(.missing): break
    case .success(.read(let content)): loaded.book = StoreBook(content.stores)
    case .success(.damaged(let reason, let previous)):
      loaded.problem = .damaged(Self.stores.name, reason)
      makeUp(&loaded, from: [shieldedLast, previous?.stores])
    case .success(.newer(let version)):
      loaded.problem = .newer(Self.stores.name, version)
      makeUp(&loaded, from: [shieldedLast])
    case .failure(let error):
      loaded.problem = .unreadable(error)
      makeUp(&loaded, from: [shieldedLast])
    }
    return loaded
  }

  private var shieldedLast: [StoreName: StoreSettings]? {
    guard case .success(let state) = read(Self.shields) else { return nil }
    return state.content?.stores
  }

  private func makeUp(_ loaded: inout LoadedStores, from sources: [[StoreName: StoreSettings]?]) {
    let known = sources.compactMap { $0 }
    loaded.isUnknown = known.isEmpty
    guard let first = known.first else { return }
    loaded.book = StoreBook(first)
    for other in known.dropFirst() { loaded.book.uphold(other) }
  }

  /// Saves the stores, durably when it returns.
  func save(_ stores: [StoreName: StoreSettings]) throws(AppGroupError) {
    try replace(Self.stores, with: content(of: stores))
  }

  /// Saves the second copy of the stores.
  func saveShields(_ stores: [StoreName: StoreSettings]) throws(AppGroupError) {
    try replace(Self.shields, with: content(of: stores))
  }

  /// The stores to be written; of one write to the next most say the same.
  private func content(of stores: [StoreName: StoreSettings]) -> StoresContent {
    let known = savedStores
    savedStores = Dictionary(
      uniqueKeysWithValues: stores.map { name, settings in
        if let stored = known[name], stored.settings == settings { return (name, stored) }
        return (name, StoredSettings(settings))
      })
    return StoresContent(savedStores)
  }

  // MARK: Activities

  /// What was read of the activities; a damaged document has the one before it.
  func loadActivities() -> (content: ActivitiesContent, problem: DocumentProblem?) {
    load(Self.activities, otherwise: ActivitiesContent())
  }

  /// Saves the activities and the callbacks that are still owed.
  func save(_ activities: ActivitiesContent) throws(AppGroupError) {
    try replace(Self.activities, with: activities)
  }

  // MARK: The clock

  /// Reads what was recorded of the trusted time last; `nil` where nothing is known.
  func loadClock() -> (content: TrustedClock.Record?, problem: DocumentProblem?) {
    switch read(Self.clock) {
    case .success(.missing): (nil, nil)
    case .success(.read(let record)): (record, nil)
    case .success(.damaged(let reason, let previous)):
      (previous, .damaged(Self.clock.name, reason))
    case .success(.newer(let version)): (nil, .newer(Self.clock.name, version))
    case .failure(let error): (nil, .unreadable(error))
    }
  }

  /// Records the trusted time.
  func save(_ record: TrustedClock.Record) throws(AppGroupError) {
    try replace(Self.clock, with: record)
  }

  // MARK: Settings and use

  /// Reads the service's own settings.
  func loadSettings() -> (content: ServiceSettings, problem: DocumentProblem?) {
    load(Self.settings, otherwise: ServiceSettings())
  }

  /// Saves the service's own settings.
  func save(_ settings: ServiceSettings) throws(AppGroupError) {
    try replace(Self.settings, with: settings)
  }

  /// Reads the use of a day.
  func loadUsage(of date: CivilDate) -> (content: UsageDay, problem: DocumentProblem?) {
    load(Self.usage(date), otherwise: UsageDay())
  }

  /// Saves the use of a day.
  func save(_ day: UsageDay, of date: CivilDate) throws(AppGroupError) {
    try replace(Self.usage(date), with: day)
  }

  private static func usage(_ date: CivilDate) -> DocumentName<UsageDay> {
    DocumentName("usage-\(date)", sizeLimit: 4 << 20)
  }

  private func replace<Content>(
    _ document: DocumentName<Content>, with content: Content
  ) throws(AppGroupError) {
    try folder.replace(document, with: content, after: &written[document.name])
  }

  // MARK: Reading

  private func load<Content: Codable & Sendable>(
    _ document: DocumentName<Content>, otherwise empty: Content
  ) -> (content: Content, problem: DocumentProblem?) {
    switch read(document) {
    case .success(.missing): (empty, nil)
    case .success(.read(let content)): (content, nil)
    case .success(.damaged(let reason, let previous)):
      (previous ?? empty, .damaged(document.name, reason))
    case .success(.newer(let version)): (empty, .newer(document.name, version))
    case .failure(let error): (empty, .unreadable(error))
    }
  }

  private func read<Content>(
    _ document: DocumentName<Content>
  ) -> Result<DocumentState<Content>, AppGroupError> {
    Result { () throws(AppGroupError) in try folder.read(document) }
  }
}

/// What was wrong with a document, for the faults.
struct DocumentProblem: Hashable {
  let code: String
  let message: String

  static func damaged(_ name: String, _ reason: String) -> DocumentProblem {
    DocumentProblem(
      code: "damaged", message: "\(name).json was damaged (\(reason)); the version before is used")
  }

  static func newer(_ name: String, _ version: Int) -> DocumentProblem {
    DocumentProblem(
      code: "newer",
      message: "\(name).json is of version \(version), which this program can't read; it is left"
        + " alone")
  }

  static func unreadable(_ error: AppGroupError) -> DocumentProblem {
    DocumentProblem(code: "unreadable", message: error.message)
  }
}

/// The stores as they are saved, by group and name.
struct StoresContent: Codable, Sendable {
  let groups: [String: [String: StoredSettings]]

  init(_ stores: [StoreName: StoredSettings]) {
    groups = stores.reduce(into: [:]) { groups, entry in
      groups[entry.key.group, default: [:]][entry.key.name] = entry.value
    }
  }

  var stores: [StoreName: StoreSettings] {
    groups.reduce(into: [:]) { stores, group in
      for (name, settings) in group.value {
        stores[StoreName(group: group.key, name: name)] = settings.settings
      }
    }
  }
}

/// What a store says, and how that was written.
struct StoredSettings: Codable, Sendable {
  let settings: StoreSettings
  private let part = DocumentPart()

  init(_ settings: StoreSettings) {
    self.settings = settings
  }

  init(from decoder: any Decoder) throws {
    settings = try StoreSettings(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try part.written(settings))
  }
}

/// The activities as they are saved, by group and name, with the callbacks that were not delivered.
struct ActivitiesContent: Codable, Sendable {
  let groups: [String: [String: ActivityRecord]]
  let owed: [MonitorCallback]

  init(_ records: [ActivityKey: ActivityRecord] = [:], owed: [MonitorCallback] = []) {
    groups = records.reduce(into: [:]) { groups, entry in
      groups[entry.key.group, default: [:]][entry.key.name.rawValue] = entry.value
    }
    self.owed = owed
  }

  var records: [ActivityKey: ActivityRecord] {
    groups.reduce(into: [:]) { records, group in
      for (name, record) in group.value {
        records[ActivityKey(group: group.key, name: DeviceActivityName(name))] = record
      }
    }
  }
}

/// What the service was told about itself.
struct ServiceSettings: Codable, Sendable {
  /// Whose programs are supervised; `nil` means the instance's own rule (decision P8).
  var supervisedUsers: [UInt32]?
  /// How each app group's permission stands.
  var authorizations: [String: AuthorizationState] = [:]
}
