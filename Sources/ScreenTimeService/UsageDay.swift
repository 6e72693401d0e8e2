import CivilTime
import ScreenTimeModel

/// What was used on one local day: stretches of time, each with the apps that were in use.
///
/// Stretches, not sums per app: the use of a selection is their union, and two apps at once count once
/// (decision L2).
package struct UsageDay: Hashable, Sendable {
  /// A stretch of time and the apps in use then, by their place in `apps`.
  struct Stretch: Hashable, Sendable {
    var span: Span
    let apps: [Int]
  }

  private(set) var apps: [ApplicationToken] = []
  private(set) var stretches: [Stretch] = []

  /// Makes a day without use.
  package init() {}

  /// Adds a stretch; one that goes on with the last is joined to it.
  mutating func add(_ span: Span, _ used: Set<ApplicationToken>) {
    guard span.start < span.end, !used.isEmpty else { return }
    let places = used.sorted().map { place(of: $0) }.sorted()
    if let last = stretches.last, last.apps == places, last.span.end == span.start {
      stretches[stretches.count - 1].span = Span(start: last.span.start, end: span.end)
    } else {
      stretches.append(Stretch(span: span, apps: places))
    }
  }

  /// How many milliseconds within `limits` at least one app was in use of which `matches` holds.
  func milliseconds(within limits: Span?, where matches: (ApplicationToken) -> Bool) -> Int64 {
    let wanted = apps.map(matches)
    return stretches.reduce(0) { sum, stretch in
      guard stretch.apps.contains(where: { wanted[$0] }) else { return sum }
      let start = max(stretch.span.start, limits?.start ?? stretch.span.start)
      let end = min(stretch.span.end, limits?.end ?? stretch.span.end)
      return start < end ? sum + end.milliseconds - start.milliseconds : sum
    }
  }

  private mutating func place(of app: ApplicationToken) -> Int {
    if let place = apps.firstIndex(of: app) { return place }
    apps.append(app)
    return apps.count - 1
  }
}

/// `{"apps": ["a", "b"], "uses": [[from, to, 0, 1], …]}`, instants in milliseconds: a day has
/// thousands of stretches.
extension UsageDay: Codable {
  private enum CodingKeys: String, CodingKey {
    case apps
    case uses
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    apps = try container.decode([ApplicationToken].self, forKey: .apps)
    stretches = try container.decode([[Int64]].self, forKey: .uses).map { use in
      let places = use.dropFirst(2).map(Int.init)
      guard use.count > 2, use[0] < use[1], places.allSatisfy(apps.indices.contains) else {
        throw DecodingError.dataCorruptedError(
          forKey: .uses, in: container,
          debugDescription: "a use is [from, to, place of an app, …], not \(use)")
      }
      return Stretch(
        span: Span(start: Instant(milliseconds: use[0]), end: Instant(milliseconds: use[1])),
        apps: places)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(apps, forKey: .apps)
    try container.encode(
      stretches.map { stretch in
        [stretch.span.start.milliseconds, stretch.span.end.milliseconds]
          + stretch.apps.map(Int64.init)
      }, forKey: .uses)
  }
}
