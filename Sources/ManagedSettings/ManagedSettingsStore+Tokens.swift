import Bus
import ScreenTimeClient

extension ManagedSettingsStore {
  /// The tokens of everything in `items`; with one that has none the failure is kept and the answer
  /// is `nil`, because a part of what was wanted must not pass for all of it (decision P6).
  func tokens<Item, Token: Hashable>(
    of items: Set<Item>, _ token: (Item) -> Token?, as kind: String
  ) -> Set<Token>? {
    let tokens = Set(items.compactMap(token))
    guard tokens.count == items.count else {
      ScreenTimeSession.current?.keep(
        BusError(
          code: .invalid,
          message: "\(items.count - tokens.count) of \(items.count) entries name no \(kind)"))
      return nil
    }
    return tokens
  }
}
