import Bus
public import ScreenTimeClient
public import ScreenTimeModel
import ScreenTimeProtocol

/// A named place for what an app wants restricted; the service unites all of them.
///
/// A store belongs to the app group of whoever writes it, lasts in the service until it is cleared,
/// and can lift nothing that another store restricts. Reading it gives what was written to it, never
/// the union.
///
/// Apple's setters cannot throw. One that fails is kept: in an extension it makes the running
/// callback fail, so that the service delivers it again; in an app ``confirm()`` throws it. Code that
/// can deal with an error uses ``update(_:)`` or ``replace(with:)`` instead.
public final class ManagedSettingsStore: Sendable {
  /// Names a store within its app group.
  public struct Name: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// Makes a name from text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes a name from text.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The store that has no other name.
    public static let `default` = Name("default")
  }

  /// The store's name.
  public let name: Name

  /// Names the default store.
  public convenience init() {
    self.init(named: .default)
  }

  /// Names a store.
  ///
  /// Nothing is sent until it is written or read.
  public init(named name: Name) {
    self.name = name
  }

  /// What the store puts under a shield.
  public var shield: ShieldSettings { ShieldSettings(store: self) }

  /// What the store says about applications as such.
  public var application: ApplicationSettings { ApplicationSettings(store: self) }

  /// What the store says about the content of the web.
  public var webContent: WebContentSettings { WebContentSettings(store: self) }

  /// Relinquishes everything that the store says.
  ///
  /// A failure is kept, see ``confirm()``.
  public func clearAllSettings() {
    write(.clearingAll)
  }

  /// Reads everything that was written to the store.
  ///
  /// - Throws: ``ScreenTimeError`` when the service cannot be reached.
  public func settings() throws(ScreenTimeError) -> StoreSettings {
    do {
      return try ScreenTimeSession.ask(StoreRead(store: name.rawValue)).settings
    } catch {
      throw ScreenTimeError(error)
    }
  }

  /// Makes the store say exactly `settings`, in one write.
  ///
  /// - Returns: what the store says now, as stored.
  /// - Throws: ``ScreenTimeError``; with `overLimit` nothing was written.
  @discardableResult
  public func replace(with settings: StoreSettings) throws(ScreenTimeError) -> StoreSettings {
    do {
      let changes = StoreChanges.replacingAll(with: settings)
      return try ScreenTimeSession.ask(StoreChange(store: name.rawValue, changes: changes)).settings
    } catch {
      throw ScreenTimeError(error)
    }
  }

  /// Reads what the store says, lets `edit` change it, and writes the result in one write.
  ///
  /// What others wrote to the same store between the reading and the writing is lost: a store has one
  /// writer at a time.
  /// - Returns: what the store says now, as stored.
  /// - Throws: ``ScreenTimeError``; with `overLimit` nothing was written.
  @discardableResult
  public func update(
    _ edit: (inout StoreSettings) -> Void
  ) throws(ScreenTimeError) -> StoreSettings {
    var settings = try settings()
    edit(&settings)
    return try replace(with: settings)
  }

  /// Throws the first failure of a setter or getter since it was last asked, on this thread.
  ///
  /// - Throws: ``ScreenTimeError``.
  public func confirm() throws(ScreenTimeError) {
    if let failure = ScreenTimeSession.current?.takeFailure() { throw ScreenTimeError(failure) }
  }

  /// Writes one field; a failure is kept.
  func write<Value: Hashable & Sendable>(
    _ field: WritableKeyPath<StoreChanges, Change<Value>>, _ value: Value?
  ) {
    var changes = StoreChanges()
    changes[keyPath: field] = Change(value)
    write(changes)
  }

  /// Reads one field; a failure is kept, and the answer is that the store says nothing.
  func read<Value>(_ field: KeyPath<StoreSettings, Value?>) -> Value? {
    ScreenTimeSession.askKeepingFailure(StoreRead(store: name.rawValue))?
      .settings[keyPath: field]
  }

  private func write(_ changes: StoreChanges) {
    _ = ScreenTimeSession.askKeepingFailure(StoreChange(store: name.rawValue, changes: changes))
  }
}
