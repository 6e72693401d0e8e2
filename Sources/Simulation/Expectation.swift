package import CivilTime
package import ScreenTimeModel

/// One thing that must hold after a step.
package enum Expectation: Hashable, Sendable {
  /// These applications are shielded.
  case shielded([ApplicationToken])
  /// These applications are not shielded.
  case open([ApplicationToken])
  /// Exactly these rules are in Currently Blocking.
  case blocking([String])
  /// Exactly these rules shield without blocking.
  case gated([String])
  /// A rule's status.
  case status(rule: String, String)
  /// A rule's usage text.
  case usage(rule: String, String)
  /// A rule's text of what is left.
  case remaining(rule: String, String)
  /// Minutes in the ledger for today.
  case minutes(rule: String, Int)
  /// Opens in the ledger for today.
  case opens(rule: String, Int)
  /// What an app's shield shows, as far as the file says.
  case shield(ApplicationToken, ShieldExpectation)
  /// The last verb was refused with this code.
  case refused(String)
  /// Whether the last verb was done.
  case ok(Bool)
  /// The local time at which a rule's open session ends, or that it has none.
  case session(rule: String, TimeOfDay?)
  /// Whether lists can't be edited.
  case listsLocked(Bool)
  /// Whether the filter of adult sites is engaged.
  case adultFilter(Bool)
  /// Whether applications can't be removed.
  case removalDenied(Bool)
  /// Whether the wall clock isn't trusted.
  case clockSuspect(Bool)
  /// Whether a site is blocked.
  case site(WebDomainToken, Bool)
  /// A word that occurs in the faults reported so far.
  case reported(String)

  /// The key under which the file names it.
  package var key: String {
    switch self {
    case .shielded: "shielded"
    case .open: "open"
    case .blocking: "blocking"
    case .gated: "gated"
    case .status(let rule, _): "status.\(rule)"
    case .usage(let rule, _): "usage.\(rule)"
    case .remaining(let rule, _): "remaining.\(rule)"
    case .minutes(let rule, _): "minutes.\(rule)"
    case .opens(let rule, _): "opens.\(rule)"
    case .shield: "shield"
    case .refused: "refused"
    case .ok: "ok"
    case .session(let rule, _): "session.\(rule)"
    case .listsLocked: "listsLocked"
    case .adultFilter: "adultFilter"
    case .removalDenied: "removalDenied"
    case .clockSuspect: "clockSuspect"
    case .site(let site, _): "sites.\(site.rawValue)"
    case .reported: "reported"
    }
  }
}

/// What a shield must show; what isn't named isn't judged.
package struct ShieldExpectation: Hashable, Sendable {
  /// The title.
  package var title: String?
  /// The text below it.
  package var subtitle: String?
  /// The second button; the inner `nil` is `null`, none.
  package var button: String??
}
