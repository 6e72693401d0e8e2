import HTTPServer

/// Says why something isn't shown or wasn't done.
struct RefusalView {
  /// Why.
  let error: FamilyError
  /// Whether a form was sent, and not only a page asked for.
  let isToForm: Bool

  /// The answer that shows it.
  func answer(in context: PageContext) -> HTTPResponse {
    var response = PageFrame(context: context, title: title).answer(
      status: error.code.status,
      """
      <section class="card narrow">
      <h1>\(title)</h1>
      <p>\(words)</p>
      <p class="actions"><a class="button" href="/">To the family</a></p>
      </section>
      """)
    if let seconds = error.retryAfter { response.headers["Retry-After"] = "\(seconds)" }
    return response
  }

  private var title: String {
    switch error.code {
    case .notFound: "Not there"
    case .wrongOrigin: "Refused"
    default: "That did not work"
    }
  }

  private var words: String {
    switch error.code {
    case .notFound: "There is no such page, child or machine here. It may have been an old link."
    case .wrongOrigin:
      "The form came from somewhere else than this page's own address, so nothing was done. If you"
        + " filled it in here, open the page anew at the address that the server is set up for:"
        + " \(error.message)."
    case .unavailable where isToForm:
      "Nothing was changed: \(error.message). Try again in a moment; going back brings what you typed."
    case .unavailable: "This page can't be shown: \(error.message). Try again in a moment."
    case .tooMany:
      "Too often in a short time. Try again in \(TimeWords.wait(error.retryAfter ?? 60))."
    case _ where isToForm: "Nothing was changed: \(error.message)."
    default: "This page can't be shown: \(error.message)."
    }
  }
}
