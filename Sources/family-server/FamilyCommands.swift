import Arguments
import CivilTime
import FamilyServer
import PolicyCore

/// Adds and lists: `family-server family`.
enum FamilyCommands {
  private static let name = Positional("NAME", "What the family is called", .text)
  private static let zone = Option(
    "zone", "ZONE", "The family's time zone; the machine's unless told otherwise", .text)

  static let command = Command<ProgramAction>(
    "family", "The families that this server holds",
    subcommands: [
      Command("add", "Adds a family and shows its token, this once", does: add) {
        Place.state
        Place.database
        name
        zone
      },
      Command("ls", "Lists the families", does: list) {
        Place.state
        Place.database
      },
    ])

  @Sendable private static func add(_ typed: ParsedArguments) throws {
    let place = try Place(typed)
    let store = try place.store()
    let zone = try typed.value(of: zone).map { try Zone(choosing: $0) } ?? Place.systemZone()
    // The first one is whose token the state's file holds.
    _ = try place.firstFamily(in: store, at: Place.now())
    let made = try store.transaction {
      try store.addFamily(name: typed.value(of: name), zone: zone, at: Place.now())
    }
    print(made.token.text)
  }

  @Sendable private static func list(_ typed: ParsedArguments) throws {
    let store = try Place(typed).store()
    for family in try store.transaction(isReading: true, { try store.families() }) {
      print("\(family.id.text)  \(family.name)  \(family.policy.zone)  revision \(family.revision)")
    }
  }
}
