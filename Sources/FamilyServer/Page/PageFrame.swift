import CivilTime
import HTTPServer
import PolicyCore
import WebOrigin

/// The page around a view: its head, the way around, and the headers that keep it to itself.
struct PageFrame {
  /// A place of the navigation.
  enum Place {
    /// The overview.
    case family
    /// The family's policy.
    case policy
    /// Somewhere else.
    case none
  }

  /// Whose page it is.
  let context: PageContext
  /// The title of the window.
  let title: String
  /// The place of the navigation.
  var place = Place.none

  /// What a browser may do with the page: nothing but what comes from this server, no script or style in
  /// the page's text, in no other page's frame.
  static let securityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The answer that shows a view.
  func answer(status: Int = 200, _ view: HTML) -> HTTPResponse {
    var response = HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": Self.securityPolicy,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
      ], body: Array(page(view).markup.utf8))
    if context.notice != nil {
      response.headers["Set-Cookie"] = PageNotice.end(isSecure: context.origin.isEncrypted)
    }
    if status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }

  /// The answer that sends a browser on after a form was carried out.
  static func goOn(
    to path: String, saying notice: PageNotice?, isSecure: Bool
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status: 303, headers: ["Location": path, "Cache-Control": "no-store"])
    if let notice { response.headers["Set-Cookie"] = notice.header(isSecure: isSecure) }
    return response
  }

  private func page(_ view: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) – OpenAppLock Family</title>
    <link rel="icon" href="\(PageAsset.icon.path)">
    <link rel="stylesheet" href="\(PageAsset.style.path)">
    <script src="\(PageAsset.script.path)" defer></script>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top"><div class="wide">
    <p class="brand"><img src="\(PageAsset.icon.path)" alt="" width="28" height="28">\
    <span>OpenAppLock Family</span></p>
    \(navigation)
    </div></header>
    <main id="main" tabindex="-1">
    \(said)\(view)
    </main>
    <p id="status" class="unseen" role="status"></p>
    \(foot)
    </body>
    </html>

    """
  }

  private var navigation: HTML {
    guard context.family != nil else { return .none }
    return """
      <nav aria-label="Pages">
      <a href="/"\(current(.family))>Family</a>
      <a href="/policy"\(current(.policy))>Policy</a>
      </nav>
      <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
      """
  }

  private func current(_ place: Place) -> HTML {
    place == self.place ? " aria-current=\"page\"" : .none
  }

  private var said: HTML {
    guard let notice = context.notice else { return .none }
    return """
      <p class="notice" role="status">\(notice.text)</p>

      """
  }

  private var foot: HTML {
    guard let family = context.family else { return .none }
    let times = context.times
    return """
      <footer><div class="wide">
      <p>Times are the family's, in the zone \(family.policy.zone.identifier): this page was made at \
      \(times.time(context.now)) on \(times.day(times.zone.reading(at: context.now).date)), when \
      revision \(family.revision) held. What machines do is what they last reported, not what \
      anybody has seen.</p>
      </div></footer>
      """
  }
}
