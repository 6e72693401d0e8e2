import CivilTime
import PolicyCore

/// A form of policy fields: the family's, or a child's own beside the family's.
///
/// It carries the revision and the values that it started from, so that nothing of another tab's is
/// overwritten unseen.
struct PolicyFormView {
  /// What it holds, and what there is to say about it.
  let form: PolicyFormState
  /// Where it is sent.
  let action: String
  /// What the family's fields hold; what a child inherits.
  let inherited: [PolicyField: PolicyValue]
  /// Whose own values they are; `nil` for the family's policy.
  let childName: String?
  /// Whether the zone stays as it is.
  let isZoneLocked: Bool

  /// The form.
  var html: HTML {
    """
    <form id="policy-form" method="post" action="\(action)" data-in-place data-guarded novalidate>
    <button class="unseen" tabindex="-1" aria-hidden="true">Save</button>
    <input type="hidden" name="expected_revision" value="\(String(form.draft.revision))">
    \(remark)\(problems)\(conflict)\
    \(HTML.each(form.draft.scope.fields) { field in
      "\(FieldRow(field: field, view: self).html)\(field == .allowedEnd ? hours : .none)"
    })\
    \(zones)\
    <p class="actions"><button class="main">\(childName == nil ? "Save the policy" : "Save")</button>
    <span class="unsaved" hidden>There are changes that aren't saved.</span></p>
    </form>
    """
  }

  private var remark: HTML {
    guard let remark = form.remark else { return .none }
    return """
      <p class="notice attention" role="status" data-unsaved>\(remark)</p>

      """
  }

  private var problems: HTML {
    guard !form.problems.isEmpty else { return .none }
    let count = TimeWords.count(form.problems.count, "thing")
    return """
      <div class="summary" id="problems" role="alert" tabindex="-1" autofocus data-unsaved>
      \(heading("Nothing was saved: \(count) to put right"))
      <ul>\(HTML.each(form.problems, problemLine))</ul>
      </div>

      """
  }

  /// A heading one level below the form's own: a child's form stands in a section, the family's is the page.
  private func heading(_ text: String) -> HTML {
    childName == nil ? "<h2>\(text)</h2>" : "<h3>\(text)</h3>"
  }

  private func problemLine(_ problem: PolicyProblem) -> HTML {
    let field = PolicyFormState.field(of: problem)
    let sentence = FieldWords.sentence(problem, of: field)
    guard let field else { return "<li>\(sentence)</li>" }
    return """
      <li><a href="#f-\(field.rawValue)">\(FieldWords.of(field).title)</a>: \(sentence)</li>
      """
  }

  private var conflict: HTML {
    guard form.isConflict else { return .none }
    let ways: HTML =
      form.clashes.isEmpty
      ? "<button name=\"resolve\" value=\"mine\" class=\"main\">Save both</button>"
      : """
      \(HTML.each(form.clashes) { "<input type=\"hidden\" name=\"clash\" value=\"\($0.rawValue)\">" })\
      <button name="resolve" value="mine" class="main">Save mine over it</button>
      <button name="resolve" value="theirs">Take theirs</button>
      """
    return """
      <div class="summary conflict" id="conflict" role="alert" tabindex="-1" autofocus data-unsaved>
      \(heading("Something else was saved meanwhile"))
      <p>In another tab or on another device this was changed after you had opened it. Nothing of yours \
      is lost, and nothing of it is saved yet.</p>
      <ul>\(HTML.each(form.clashes, clashLine))\(HTML.each(form.taken, takenLine))</ul>
      <p class="hint">\(explanation)</p>
      <p class="actions">\(ways)</p>
      </div>

      """
  }

  private var explanation: HTML {
    form.clashes.isEmpty
      ? "“Save both” saves your changes beside those."
      : """
      “Save mine over it” saves what you typed, as it stands below. “Take theirs” keeps what was saved \
      there and saves only what else you changed.
      """
  }

  private func clashLine(_ field: PolicyField) -> HTML {
    """
    <li><a href="#f-\(field.rawValue)">\(FieldWords.of(field).title)</a>: you typed \
    <strong>\(phrase(form.draft.typed[field], field))</strong>, and meanwhile \
    <strong>\(phrase(form.draft.started[field], field))</strong> was saved.</li>
    """
  }

  private func takenLine(_ field: PolicyField) -> HTML {
    """
    <li><a href="#f-\(field.rawValue)">\(FieldWords.of(field).title)</a>: \
    <strong>\(phrase(form.draft.started[field], field))</strong> was saved meanwhile; you hadn't \
    changed it, so that is shown now.</li>
    """
  }

  /// What the two times of day come to together, which is not plain from each by itself.
  private var hours: HTML {
    let times = [PolicyField.allowedStart, .allowedEnd].map { field in
      (form.draft.typed[field] ?? inherited[field])?.typedText ?? ""
    }
    let areTimes = times.allSatisfy { (try? TimeOfDay(parsing: $0)) != nil }
    return """
      <p class="hours" data-hours\(areTimes ? .none : " hidden")>Together: every day, \
      <strong>\(FieldWords.hours(from: times[0], to: times[1]))</strong>.</p>

      """
  }

  /// A value in words; what isn't there is the family's.
  func phrase(_ value: PolicyValue?, _ field: PolicyField) -> String {
    if let value { return FieldWords.phrase(value, of: field) }
    return "the same as the family"
  }

  private var zones: HTML {
    guard childName == nil, !isZoneLocked else { return .none }
    return """
      <datalist id="zones">\(HTML.each(ZoneNames.all) { "<option value=\"\($0)\">" })</datalist>

      """
  }
}
