import PolicyCore

/// What today has come to for a child.
struct TodayView {
  /// The child.
  let summary: ChildSummary

  /// The figures.
  var html: HTML {
    let policy = summary.child.policy
    let earned = summary.earnedMinutes
    let cap = policy.dailyBonusCapMinutes
    let fields = PolicyDraft.known(policy.fields)
    let hours = FieldWords.hours(
      from: fields[.allowedStart]?.typedText ?? "", to: fields[.allowedEnd]?.typedText ?? "")
    return """
      <div class="today">
      <p class="figure"><strong>\(TimeWords.count(earned, "minute"))</strong> earned today \
      <span class="of">\(cap == 0 ? "(nothing can be earned)" : "of at most \(String(cap))")</span></p>
      \(bar(earned, cap))
      <p class="sum">With \(TimeWords.count(policy.dailyLimitMinutes, "free minute")) that makes \
      <strong>\(TimeWords.count(policy.dailyLimitMinutes + earned, "minute"))</strong> for today, \
      allowed <strong>\(hours)</strong>.</p>
      </div>
      """
  }

  private func bar(_ earned: Int, _ cap: Int) -> HTML {
    guard cap > 0 else { return .none }
    return """
      <progress max="\(cap)" value="\(earned)" aria-label="Minutes earned today">\
      \(earned) of \(cap) minutes</progress>
      """
  }
}
