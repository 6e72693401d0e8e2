import CivilTime
import OpenAppLockRules

/// A section of the gallery, as `rule presets --json` prints it.
struct PresetSection: Encodable {
  /// A schedule that the gallery offers.
  struct Preset: Encodable {
    /// What the rule will be called.
    let name: String
    /// Its kind.
    let kind: RuleKind
    /// Whether it blocks its list, or everything but its list.
    let mode: SelectionMode
    /// When it starts to block.
    let from: TimeOfDay
    /// When it ends.
    let to: TimeOfDay
    /// On which days.
    let days: WeekdaySet
  }

  /// The section's title.
  let title: String
  /// What it is good for.
  let subtitle: String
  /// What it offers.
  let presets: [Preset]

  /// The whole gallery.
  static var gallery: [PresetSection] {
    RulePreset.gallery.map { section in
      PresetSection(
        title: section.title, subtitle: section.subtitle,
        presets: section.presets.map {
          Preset(
            name: $0.name, kind: $0.configuration.kind, mode: .block, from: $0.window.from,
            to: $0.window.to, days: $0.days)
        })
    }
  }
}
