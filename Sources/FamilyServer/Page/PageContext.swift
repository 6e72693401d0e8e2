import CivilTime
import HTTPServer
import PolicyCore
import WebOrigin

/// What every view of the page needs: whose it is, and when it is made.
struct PageContext {
  /// The family that is signed in; `nil` before.
  let family: Family?
  /// The time.
  let now: Instant
  /// The page's origin, which machines are paired with, too.
  let origin: WebOrigin
  /// What is to be said once.
  let notice: PageNotice?

  /// Makes a context for a call.
  init(_ call: Call, _ family: Family?, origin: WebOrigin) {
    self.family = family
    self.origin = origin
    now = call.now
    notice = call.request.cookie(PageNotice.cookie).flatMap { PageNotice(rawValue: $0) }
  }

  /// Makes a context for somebody of whom nothing can be looked up.
  init(origin: WebOrigin, at now: Instant) {
    family = nil
    notice = nil
    self.origin = origin
    self.now = now
  }

  /// The family's times; UTC's before anybody is signed in.
  var times: TimeWords { TimeWords(zone: family?.policy.zone ?? .utc, now: now) }
}
