package import CivilTime

/// A schedule that the gallery offers.
package struct RulePreset: Hashable, Sendable {
  /// What the rule will be called.
  package let name: String
  /// When it blocks.
  package let window: DailyWindow
  /// On which days.
  package let days: WeekdaySet

  /// The options of the rule.
  package var configuration: RuleConfiguration { .schedule(ScheduleConfig(window: window)) }

  /// A row of the gallery.
  package struct Section: Hashable, Sendable {
    /// Its header.
    package let title: String
    /// The line below.
    package let subtitle: String
    /// What it offers.
    package let presets: [RulePreset]
  }

  /// The gallery, as it is shown.
  package static let gallery: [Section] = [
    Section(
      title: "Focus Time", subtitle: "Protect your deep-work hours.",
      presets: [
        preset("Morning Focus", (8, 0), (11, 30), .weekdays),
        preset("Deep Work", (13, 30), (16, 0), .weekdays),
      ]),
    Section(
      title: "Rest & Recharge", subtitle: "Wind the day down on schedule.",
      presets: [
        preset("Evening Reset", (21, 0), (23, 0), .everyday),
        preset("Lights Out", (23, 0), (6, 30), .everyday),
      ]),
    Section(
      title: "Healthy Balance", subtitle: "Make room for what matters.",
      presets: [
        preset("Family Dinner", (18, 0), (19, 30), .everyday),
        preset("Screen-Free Sunday", (9, 0), (20, 0), [.sunday]),
      ]),
  ]

  /// Every preset, in the gallery's order.
  package static var all: [RulePreset] { gallery.flatMap(\.presets) }

  /// The preset of that name, whatever the case of its letters; `nil` when there is none.
  package init?(named name: String) {
    guard let preset = Self.all.first(where: { $0.name.lowercased() == name.lowercased() }) else {
      return nil
    }
    self = preset
  }

  private init(name: String, window: DailyWindow, days: WeekdaySet) {
    self.name = name
    self.window = window
    self.days = days
  }

  private static func preset(
    _ name: String, _ from: (Int, Int), _ to: (Int, Int), _ days: WeekdaySet
  ) -> RulePreset {
    RulePreset(
      name: name,
      window: DailyWindow(from: .known(from.0, from.1), to: .known(to.0, to.1)),
      days: days)
  }
}
