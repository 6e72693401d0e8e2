import AppGroup
import Bus
import Enforcement
import ScreenTimeModel
import ScreenTimeProtocol

/// Stores and what follows from them.
extension ScreenTimeService {
  /// Whose programs are supervised now.
  var supervised: SupervisedUsers {
    settings.supervisedUsers.map { .uids(Set($0)) } ?? configuration.supervised
  }

  /// Writes to a store.
  ///
  /// What the write adds is enforced first, then it is saved, then what it takes away is let go: at
  /// no moment, and after no failure, is something open that should be shielded.
  func changeStore(
    _ request: StoreChange, _ caller: Caller
  ) throws(BusError) -> StoreChange.Reply {
    let name = StoreName(group: try group(of: caller), name: request.store)
    stirTicks(caller)
    let edit = try stores.edit(name, request.changes, limits: configuration.limits)
    guard edit.changesAnything || stores.hasUnsaved(name) else {
      return StoreChange.Reply(settings: edit.after, revision: storesRevision)
    }
    stepUse()
    desk.enforce(stores.union(during: edit), supervised: supervised)
    do {
      try documents.save(stores.stores(after: edit))
    } catch {
      storesRevision += 1
      stores.keepUnsaved(edit)
      unionChanged()
      throw notSaved(
        "the store \"\(name.name)\"", error,
        hint: "what the write adds holds while the service lives; what it takes away stays")
    }
    storesRevision += 1
    stores.apply(edit)
    faults.clear("notSaved")
    enforceUnion()
    unionChanged()
    saveShieldsSoon()
    return StoreChange.Reply(settings: edit.after, revision: storesRevision)
  }

  /// Has the union enforced as it is now.
  func enforceUnion() {
    chronicle.look(desk)
    desk.enforce(stores.union, supervised: supervised)
    chronicle.tell(desk, over: server)
  }

  /// Says whose programs are supervised.
  func setSupervision(_ request: SupervisionSet) throws(BusError) -> Acknowledged {
    var changed = settings
    changed.supervisedUsers = request.users.map { Set($0).sorted() }
    try save(changed)
    enforceUnion()
    return Acknowledged()
  }

  /// Grants or tells the permission to restrict.
  ///
  /// A person may restrict himself; restricting somebody else takes an administrator.
  func authorize(
    _ request: AuthorizationAsk, _ caller: Caller
  ) throws(BusError) -> AuthorizationAsk.Reply {
    let group = try group(of: caller)
    guard let member = request.member else {
      return AuthorizationAsk.Reply(status: settings.authorizations[group] ?? .notDetermined)
    }
    let isGranted = member == .individual || caller.peer.role == .root
    var changed = settings
    changed.authorizations[group] = isGranted ? .approved : .denied
    if changed.authorizations != settings.authorizations { try save(changed) }
    return AuthorizationAsk.Reply(status: isGranted ? .approved : .denied)
  }

  private func save(_ changed: ServiceSettings) throws(BusError) {
    do {
      try documents.save(changed)
    } catch {
      throw notSaved("the settings", error)
    }
    settings = changed
  }

  /// The error for a change that could not be saved, noted as a fault as well.
  func notSaved(_ what: String, _ error: AppGroupError, hint: String? = nil) -> BusError {
    note("notSaved", error.message)
    return BusError(
      .notSaved, "\(what) could not be saved: \(error.message)",
      hint: hint ?? error.hint)
  }

  private func unionChanged() {
    meter.settle(isShielded: desk.shields)
    armTimer()
  }
}
