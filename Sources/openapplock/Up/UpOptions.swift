import Arguments
import CivilTime

/// What `up` passes on to the platform.
struct UpOptions {
  private enum Enforcement: String, CaseIterable { case auto, none }
  private enum Clock: String, CaseIterable { case real, virtual }
  private enum Limits: String, CaseIterable { case linux, ios }
  private enum WhenBlocked: String, CaseIterable { case freeze, close }

  private static let enforce = Option(
    "enforce", "auto|none", "Whether shields are made true on this machine (auto)",
    ValueParser<Enforcement>.choice)
  private static let clock = Option(
    "clock", "real|virtual", "A virtual clock stands still until `clock advance` moves it (real)",
    ValueParser<Clock>.choice)
  private static let start = Option(
    "start", "TIME", "Where a virtual clock starts, a local reading: 2025-01-06T08:00", .text)
  private static let zone = Option(
    "zone", "ZONE", "The zone that days and windows are read in (this machine's)", .text)
  private static let limits = Option(
    "limits", "linux|ios", "How much is taken on: this platform's limits, or an iPhone's (linux)",
    ValueParser<Limits>.choice)
  private static let whenBlocked = Option(
    "when-blocked", "freeze|close", "What happens to a blocked app that runs (freeze)",
    ValueParser<WhenBlocked>.choice)

  /// What the command takes.
  static let all: [any CommandMember] = [enforce, clock, start, zone, limits, whenBlocked]

  /// The options as `screentimed` takes them.
  let platformArguments: [String]

  /// Reads and checks what was typed.
  ///
  /// - Throws: a usage error for an unknown zone, for a reading that makes no sense in it, and for a
  ///   start without a virtual clock.
  init(_ typed: ParsedArguments) throws {
    let clock = try typed.value(of: Self.clock)
    let start = try typed.value(of: Self.start)
    let zone = try typed.value(of: Self.zone)
    try Self.check(clock, start, zone)
    platformArguments =
      Self.option("--enforce", try typed.value(of: Self.enforce)?.rawValue)
      + Self.option("--clock", clock?.rawValue) + Self.option("--start", start)
      + Self.option("--zone", zone)
      + Self.option("--limits", try typed.value(of: Self.limits)?.rawValue)
      + Self.option("--when-blocked", try typed.value(of: Self.whenBlocked)?.rawValue)
  }

  private static func option(_ name: String, _ value: String?) -> [String] {
    value.map { [name, $0] } ?? []
  }

  private static func check(_ clock: Clock?, _ start: String?, _ zone: String?) throws {
    let known: Zone?
    do {
      known = try zone.map(Zone.init(identifier:))
    } catch {
      throw UsageError("--zone: \(error)", hint: "zones are named like Europe/Berlin")
    }
    if clock == .virtual, start == nil {
      throw UsageError(
        "a virtual clock needs a start", hint: "--clock virtual --start 2025-01-06T08:00")
    }
    guard let start else { return }
    guard clock == .virtual else {
      throw UsageError("--start is for a virtual clock", hint: "add --clock virtual")
    }
    do {
      _ = try (known ?? .utc).instant(parsing: start)
    } catch {
      // Without a zone only the spelling can be judged here; the platform judges the rest.
      guard known != nil || error.code == .malformed else { return }
      throw UsageError("--start: \(error)")
    }
  }
}
