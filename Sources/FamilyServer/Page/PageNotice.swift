/// What the page says once about what was just done.
///
/// It comes with the answer to a form, which sends the browser on: the name travels in a cookie of a
/// few seconds, so that neither an address nor a reload says it again.
enum PageNotice: String, CaseIterable, Sendable {
  /// The policy, or a child's own values, were saved.
  case saved
  /// They were saved, and somebody else had changed something else meanwhile.
  case savedBesides = "saved-besides"
  /// What was typed is what holds already.
  case unchanged
  /// The other tab's values stay.
  case tookTheirs = "took-theirs"
  /// A child was added.
  case childAdded = "child-added"
  /// A device's access was taken away.
  case revoked

  /// The cookie's name.
  static let cookie = "family_notice"

  /// The words.
  var text: String {
    switch self {
    case .saved:
      "Saved. Each machine takes it over the next time it asks the server."
    case .savedBesides:
      "Saved. Something else of the family's was changed meanwhile, too; this page shows what holds."
    case .unchanged: "Nothing was changed: what you typed is what holds already."
    case .tookTheirs: "What was saved elsewhere stays. Nothing of yours was put over it."
    case .childAdded: "Added. Next, pair a machine that the child uses."
    case .revoked:
      "Revoked. The machine is let in no more; it goes on enforcing the rules that it has."
    }
  }

  /// The cookie that says it, for the next page only.
  func header(isSecure: Bool) -> String {
    "\(Self.cookie)=\(rawValue); Path=/; Max-Age=20; HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// The cookie's end.
  static func end(isSecure: Bool) -> String {
    "\(cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }
}
