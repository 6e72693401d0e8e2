import PolicyCore

/// One field of a policy form: its name, what it means, what is wrong with it, and where it is typed.
struct FieldRow {
  /// The field.
  let field: PolicyField
  /// The form that it is of.
  let view: PolicyFormView

  private var name: String { field.rawValue }
  private var words: FieldWords { FieldWords.of(field) }
  private var typed: PolicyValue? { view.form.draft.typed[field] }
  private var started: PolicyValue? { view.form.draft.started[field] }
  private var family: PolicyValue? { view.inherited[field] }
  /// What stands where a value is typed: that of the family, where there is no other.
  private var shown: PolicyValue? { typed ?? family }
  private var isOwn: Bool { typed != nil }
  private var problems: [PolicyProblem] { view.form.problems(of: field) }
  private var isClash: Bool { view.form.clashes.contains(field) }
  private var isTaken: Bool { view.form.taken.contains(field) }

  /// The row.
  var html: HTML {
    let was: HTML = """
      <input type="hidden" name="was.\(name)" value="\(started?.typedText ?? "")">
      """
    guard view.childName != nil else { return "\(shared)\(was)\n" }
    // What differs from it when the form comes back was typed, whatever was chosen beside it.
    return """
      \(own)\(was)<input type="hidden" name="shown.\(name)" value="\(shown?.typedText ?? "")">

      """
  }

  // MARK: The family's

  private var shared: HTML {
    if field == .challengeOperations {
      return """
        <fieldset class="row\(marks)" id="row-\(name)"\(facts)>
        <legend>\(words.title)</legend>
        \(remarks)<div class="entry checks">\(operations)</div>\(change)
        </fieldset>
        """
    }
    return """
      <div class="row\(marks)" id="row-\(name)"\(facts)>
      <label for="f-\(name)">\(words.title)</label>
      \(remarks)<div class="entry">\(input)</div>\(change)
      </div>
      """
  }

  private var change: HTML {
    "<p class=\"change\" hidden>Not saved yet. What holds is \(view.phrase(started, field)).</p>"
  }

  // MARK: A child's

  private var own: HTML {
    let isList = field == .challengeOperations
    return """
      <fieldset class="row choice\(isOwn ? " own" : "")\(marks)" id="row-\(name)"\(facts)>
      <legend>\(words.title) \
      <span class="badge" data-own="Own value" data-same="Same as the family">\
      \(isOwn ? "Own value" : "Same as the family")</span></legend>
      \(remarks)<div class="ways">
      <label class="way"><input type="radio" name="mode.\(name)" value="same"\(checked(!isOwn)) \
      aria-describedby="\(describedBy)"> <span>Same as the family: \
      <strong>\(view.phrase(family, field))</strong></span></label>
      <div class="way"><label><input type="radio" name="mode.\(name)" value="own"\(checked(isOwn)) \
      aria-describedby="\(describedBy)"> Its own:</label>
      <div class="entry\(isList ? " checks" : "")">\(isList ? operations : input)</div>
      \(clear)</div>
      </div>\(change)
      </fieldset>
      """
  }

  private var clear: HTML {
    guard started != nil else { return .none }
    return """
      <button name="clear" value="\(name)" class="quiet">Clear<span class="unseen">: \
      \(words.title) is \(view.phrase(family, field)) again, like the family's</span></button>
      """
  }

  // MARK: What is typed

  private var input: HTML {
    let text = shown?.typedText ?? ""
    let label: HTML =
      view.childName == nil ? .none : " aria-label=\"\(words.title), its own value\""
    let rest: HTML = """
      id="f-\(name)" name="\(name)" value="\(text)" aria-describedby="\(describedBy)"\
      \(problems.isEmpty ? .none : " aria-invalid=\"true\"")\(label)
      """
    switch field {
    case .allowedStart, .allowedEnd: return "<input type=\"time\" \(rest) required>"
    case .timezone where view.isZoneLocked:
      return "<input type=\"text\" class=\"long\" \(rest) readonly>"
    case .timezone:
      return """
        <input type="text" class="long" list="zones" autocomplete="off" spellcheck="false" \(rest)>
        """
    default:
      return """
        <input type="text" inputmode="numeric" autocomplete="off" maxlength="8" \(rest)>\
        \(words.unit.isEmpty ? .none : " <span class=\"unit\">\(words.unit)</span>")
        """
    }
  }

  private var operations: HTML {
    let chosen: [String] =
      if case .texts(let texts) = shown { texts } else { [] }
    return HTML.each(ChallengeOperation.allCases) { operation in
      let isFirst = operation == ChallengeOperation.allCases.first
      let word = FieldWords.operation(operation.rawValue)
      return """
        <label class="check"><input type="checkbox" name="\(name)" value="\(operation.rawValue)"\
        \(isFirst ? " id=\"f-\(name)\"" : .none)\(checked(chosen.contains(operation.rawValue))) \
        aria-describedby="\(describedBy)"> \(word.prefix(1).uppercased() + word.dropFirst()) \
        <span class="unit">\(FieldWords.example(operation))</span></label>
        """
    }
  }

  private func checked(_ isChecked: Bool) -> HTML { isChecked ? " checked" : .none }

  // MARK: What there is to say

  private var marks: HTML {
    problems.isEmpty ? (isClash || isTaken ? " clash" : .none) : " wrong"
  }

  /// What the script compares with.
  private var facts: HTML {
    """
     data-started="\(started?.typedText ?? "")" data-family="\(family?.typedText ?? "")"
    """
  }

  private var describedBy: String {
    var ids = ["h-\(name)"]
    if !problems.isEmpty { ids.append("p-\(name)") }
    if isClash || isTaken { ids.append("c-\(name)") }
    return ids.joined(separator: " ")
  }

  private var remarks: HTML {
    let problem: HTML =
      problems.isEmpty
      ? .none
      : """
      <p class="problem" id="p-\(name)">\
      \(problems.map { FieldWords.sentence($0, of: field) }.joined(separator: " "))</p>

      """
    let other: HTML =
      isClash || isTaken
      ? """
      <p class="theirs" id="c-\(name)">Saved meanwhile: \
      <strong>\(view.phrase(started, field))</strong>.\
      \(isTaken ? " You hadn't changed it." : " You typed something else, which is kept here.")</p>

      """ : .none
    let locked: HTML =
      field == .timezone && view.isZoneLocked
      ? " <strong>Minutes were earned by this zone's days, so it stays.</strong>" : .none
    return """
      <p class="hint" id="h-\(name)">\(words.meaning)\(locked)</p>
      \(problem)\(other)
      """
  }
}
