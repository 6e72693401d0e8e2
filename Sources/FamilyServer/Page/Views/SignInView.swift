import HTTPServer
import WebOrigin

/// Asks for the parents' token.
struct SignInView {
  /// Where to go on.
  let next: String
  /// What was typed before the session ended.
  let kept: FormBody
  /// Why it is asked for, where that isn't plain.
  var reason: String?
  /// Why the last attempt failed.
  var refusal: FamilyError?

  /// The answer that shows it.
  func answer(_ status: Int? = nil, in context: PageContext) -> HTTPResponse {
    var response = PageFrame(context: context, title: "Sign in").answer(
      status: status ?? refusal?.code.status ?? 401,
      """
      <section class="card narrow">
      <h1>Sign in</h1>
      \(said)<form method="post" action="\(SignInPages.path)">
      <input type="hidden" name="next" value="\(next)">
      \(HTML.each(kept.pairs) { pair in
        "<input type=\"hidden\" name=\"kept.\(pair.name)\" value=\"\(pair.value)\">"
      })
      <input type="text" name="user" value="parents" autocomplete="username" hidden>
      <label for="token">The parents' token</label>
      <p class="hint" id="h-token">Whoever runs the server finds it with \
      <code>family-server token</code>. Keep it from children.</p>
      \(problem(in: context))<div class="entry"><input type="password" id="token" name="token" class="long" \
      autocomplete="current-password" required autofocus\
      \(refusal == nil ? .none : " aria-invalid=\"true\"") \
      aria-describedby="h-token\(refusal == nil ? "" : " p-token")"></div>
      <p class="actions"><button class="main">Sign in</button></p>
      </form>
      </section>
      """)
    if let seconds = refusal?.retryAfter { response.headers["Retry-After"] = "\(seconds)" }
    return response
  }

  private var said: HTML {
    guard let reason else { return .none }
    return """
      <p class="notice attention" role="alert">\(reason)</p>

      """
  }

  private func problem(in context: PageContext) -> HTML {
    guard let refusal else { return .none }
    return """
      <p class="problem" id="p-token" role="alert">\(Self.words(refusal, origin: context.origin.text))</p>

      """
  }

  private static func words(_ refusal: FamilyError, origin: String) -> HTML {
    switch refusal.code {
    case .unauthenticated: "This is not the token. Look again, or copy it as a whole."
    case .tooMany:
      """
      Too many attempts have failed from here. You can try again in \
      \(TimeWords.wait(refusal.retryAfter ?? 600)).
      """
    case .wrongOrigin:
      """
      Your browser says that this form came from another address than the one that this server is set \
      up for, so nothing was done. Sign in at that one: <a href="\(origin)/">\(origin)</a>
      """
    default: "That did not work: \(refusal.message)."
    }
  }
}
