/// Makes a failing trace as small as it goes while it still fails for the same claim.
struct TraceShrinker {
  /// How often it plays at most.
  var mostPlays = 250
  /// Plays a trace.
  let play: (Trace) -> Finding?

  /// The smallest failing trace that was found, and what fails in it.
  func shrink(_ trace: Trace, _ finding: Finding) -> (trace: Trace, finding: Finding) {
    var state = State(best: Self.cut(trace, finding), finding: finding, plays: 0)
    var isSmaller = true
    while isSmaller, state.plays < mostPlays {
      isSmaller = dropSteps(&state)
      isSmaller = dropParts(&state) || isSmaller
      isSmaller = simplify(&state) || isSmaller
    }
    return (state.best, state.finding)
  }

  private struct State {
    var best: Trace
    var finding: Finding
    var plays: Int
  }

  /// What comes after the failure doesn't matter.
  private static func cut(_ trace: Trace, _ finding: Finding) -> Trace {
    var cut = trace
    cut.steps = Array(trace.steps.prefix(finding.step))
    return cut
  }

  /// Takes a smaller trace where it fails for the same claim.
  private func take(_ candidate: Trace, _ state: inout State) -> Bool {
    let candidate = candidate.repaired
    guard candidate != state.best, state.plays < mostPlays else { return false }
    state.plays += 1
    guard let finding = play(candidate), finding.claim == state.finding.claim else { return false }
    state.best = Self.cut(candidate, finding)
    state.finding = finding
    return true
  }

  // MARK: Steps

  private func dropSteps(_ state: inout State) -> Bool {
    var isSmaller = false
    var size = max(1, state.best.steps.count / 2)
    while true {
      var start = 0
      while start < state.best.steps.count {
        var candidate = state.best
        let end = min(start + size, candidate.steps.count)
        candidate.steps.removeSubrange(start..<end)
        if take(candidate, &state) { isSmaller = true } else { start += size }
      }
      if size == 1 { return isSmaller }
      size /= 2
    }
  }

  // MARK: Rules, lists and apps

  private func dropParts(_ state: inout State) -> Bool {
    var isSmaller = false
    for key in state.best.rules.keys.sorted() {
      var candidate = state.best
      candidate.rules[key] = nil
      isSmaller = take(candidate, &state) || isSmaller
    }
    for key in state.best.lists.keys.sorted() {
      var candidate = state.best
      candidate.lists[key] = nil
      isSmaller = take(candidate, &state) || isSmaller
      isSmaller = thin(key, &state) || isSmaller
    }
    for app in state.best.apps.keys.sorted() {
      var candidate = state.best
      candidate.apps[app] = nil
      isSmaller = take(candidate.without(app), &state) || isSmaller
    }
    return isSmaller
  }

  private func thin(_ key: String, _ state: inout State) -> Bool {
    var isSmaller = false
    guard let list = state.best.lists[key] else { return false }
    var lists: [TraceList] = list.apps.sorted().map { app in
      var thinner = list
      thinner.apps.remove(app)
      return thinner
    }
    var bare = list
    bare.categories = []
    bare.sites = []
    lists.append(bare)
    for thinner in lists {
      var candidate = state.best
      candidate.lists[key] = thinner
      isSmaller = take(candidate, &state) || isSmaller
    }
    return isSmaller
  }

  // MARK: Values

  private func simplify(_ state: inout State) -> Bool {
    var isSmaller = false
    for candidate in state.best.plainer { isSmaller = take(candidate, &state) || isSmaller }
    for key in state.best.rules.keys.sorted() {
      for plainer in state.best.rules[key]?.plainer ?? [] {
        var candidate = state.best
        candidate.rules[key] = plainer
        isSmaller = take(candidate, &state) || isSmaller
      }
    }
    for index in state.best.steps.indices.reversed() where index < state.best.steps.count {
      for plainer in state.best.steps[index].plainer {
        guard index < state.best.steps.count else { break }
        var candidate = state.best
        candidate.steps[index] = plainer
        isSmaller = take(candidate, &state) || isSmaller
      }
    }
    return isSmaller
  }
}
