import Bus
import CivilTime
import OpenAppLockProtocol
import OpenAppLockRules

/// The message about the days to come.
extension AppService {
  /// Takes it up.
  func servePreview() {
    server.on(RulePreview.self) { [unowned self] request, _ throws(BusError) in
      try preview(request)
    }
  }

  private func preview(_ request: RulePreview) throws(BusError) -> PreviewReport {
    guard (1...RuleForecast.longest).contains(request.days) else {
      throw BusError(
        .invalid, "a preview of \(request.days) days is not possible",
        hint: "choose 1 to \(RuleForecast.longest) days")
    }
    let picture = try picture()
    let wanted =
      if let rule = request.rule { [try picture.rule(rule)] } else { picture.rules }
    guard let moment = picture.moment else {
      throw BusError(
        .unavailable, "without screentimed nobody knows what day it is",
        hint: "start screentimed, or everything with openapplock up")
    }
    let forecasts =
      wanted.compactMap(\.judged).map { RuleForecast($0, days: request.days, at: moment) }
      .naturallySorted(by: \.judged.rule.name)
    return PreviewReport(
      now: moment.instant, zone: moment.zone.identifier, from: moment.date, days: request.days,
      rules: forecasts.map { PreviewedRule($0.judged, at: moment) },
      entries: Self.entries(of: forecasts, at: moment))
  }

  /// Every entry by its day, and within a day by its time: what goes on all day comes first.
  private static func entries(of forecasts: [RuleForecast], at moment: Moment) -> [PreviewEntry] {
    let entries = forecasts.flatMap { forecast in
      forecast.entries.map { (entry: $0, judged: forecast.judged) }
    }
    let order = entries.indices.sorted { left, right in
      let (one, other) = (entries[left].entry, entries[right].entry)
      if one.date != other.date { return one.date < other.date }
      switch (one.occasion.start, other.occasion.start) {
      case (let start?, let later?) where start != later: return start < later
      case (nil, .some): return true
      case (.some, nil): return false
      // The rules are in the order of their names already.
      case (.some, .some), (nil, nil): return left < right
      }
    }
    return order.map { PreviewEntry(entries[$0].entry, of: entries[$0].judged, at: moment) }
  }
}

extension PreviewedRule {
  fileprivate init(_ judged: JudgedRule, at moment: Moment) {
    self.init(
      rule: judged.id, name: judged.rule.name, kind: judged.rule.kind,
      hard: judged.rule.hardMode, status: RuleWords.status(of: judged, at: moment),
      isEverDue: judged.canBeDue)
  }
}

extension PreviewEntry {
  fileprivate init(_ entry: RuleForecast.Entry, of judged: JudgedRule, at moment: Moment) {
    self.init(
      rule: judged.id, name: judged.rule.name, date: entry.date,
      label: RuleWords.occasion(of: entry, in: moment.zone), length: RuleWords.length(of: entry),
      note: RuleWords.note(on: entry, of: judged, at: moment), start: entry.occasion.start,
      end: entry.occasion.end, minutes: entry.occasion.minutes, opens: entry.occasion.opens)
  }
}
