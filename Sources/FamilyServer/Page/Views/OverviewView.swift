import HTTPServer
import PolicyCore

/// The family at a glance.
struct OverviewView {
  /// Whose it is.
  let context: PageContext
  /// The family.
  let family: Family
  /// The children.
  let children: [ChildSummary]
  /// What was typed as a new child's name.
  var typedName = ""
  /// What is wrong with it.
  var problem: PolicyProblem?

  /// The answer that shows it.
  func answer(_ status: Int = 200) -> HTTPResponse {
    PageFrame(context: context, title: family.name, place: .family).answer(
      status: status,
      """
      <h1><bdi>\(family.name)</bdi></h1>
      <section aria-labelledby="children">
      <h2 id="children">Children</h2>
      <div id="live-children" data-live>\(cards)</div>
      </section>
      \(adding)
      \(policy)
      """)
  }

  private var cards: HTML {
    guard !children.isEmpty else {
      return """
        <p class="card empty">There are no children here yet. Add one below; after that you can pair \
        the machine that the child uses.</p>
        """
    }
    return "<ul class=\"cards\">\(HTML.each(children, card))</ul>"
  }

  private func card(_ summary: ChildSummary) -> HTML {
    let child = summary.child
    return """
      <li class="card child">
      <h3><a href="/children/\(child.id.text)"><bdi>\(child.name)</bdi></a></h3>
      \(TodayView(summary: summary).html)
      \(ownValues(child))
      \(DeviceLines(devices: summary.pairedDevices, family: family, times: context.times).html)
      </li>
      """
  }

  private func ownValues(_ child: Child) -> HTML {
    let fields = PolicyField.onPage.filter { child.overrides.fields[$0.rawValue] != nil }
    guard !fields.isEmpty else {
      return "<p><span class=\"badge\">Same as the family</span> in everything</p>"
    }
    let values = HTML.each(fields) { field in
      let value = child.overrides.fields[field.rawValue].map { FieldWords.phrase($0, of: field) }
      return "<li>\(FieldWords.of(field).title): <strong>\(value ?? "")</strong></li>"
    }
    return """
      <p><span class="badge own">\(TimeWords.count(fields.count, "own value"))</span></p>
      <ul class="values">\(values)</ul>
      """
  }

  private var adding: HTML {
    let remark: HTML =
      problem.map { problem in
        """
        <p class="problem" id="p-name" role="alert">\(FieldWords.sentence(problem, of: nil))</p>

        """
      } ?? .none
    return """
      <section class="card" aria-labelledby="adding">
      <h2 id="adding">Add a child</h2>
      <form method="post" action="/children" data-in-place novalidate>
      <label for="name">The child's name</label>
      <p class="hint" id="h-name">As you say it at home. The child sees it, too.</p>
      \(remark)<div class="entry"><input type="text" id="name" name="name" class="long" maxlength="80" \
      value="\(typedName)" dir="auto" autocomplete="off" \
      aria-describedby="h-name\(problem == nil ? "" : " p-name")"\
      \(problem == nil ? .none : " aria-invalid=\"true\" autofocus")>
      <button>Add the child</button></div>
      </form>
      </section>
      """
  }

  private var policy: HTML {
    let values = PolicyDraft.known(family.policy.fields)
    let lines = HTML.each(PolicyField.onPage) { field -> HTML in
      guard let value = values[field] else { return .none }
      return """
        <div><dt>\(FieldWords.of(field).title)</dt>\
        <dd>\(FieldWords.phrase(value, of: field))</dd></div>
        """
    }
    return """
      <section class="card" aria-labelledby="shared">
      <h2 id="shared">The family's policy</h2>
      <p class="hint">It holds for every child, but for what a child has of its own.</p>
      <dl class="facts">\(lines)</dl>
      <p class="actions"><a class="button" href="/policy">Change the policy</a></p>
      </section>
      """
  }
}
