import Arguments
import FamilyServer

/// Shows or replaces a token: `family-server token`.
enum TokenCommand {
  private static let rotate = Flag(
    "rotate", "Makes a new token; the old one and every signed-in browser are out")

  static let command = Command<ProgramAction>(
    "token", "Shows the first family's token", does: token
  ) {
    Place.state
    Place.database
    rotate
  }

  @Sendable private static func token(_ typed: ParsedArguments) throws {
    let place = try Place(typed)
    let store = try place.store()
    let family = try place.firstFamily(in: store, at: Place.now())
    if typed.isSet(rotate) {
      try store.transaction {
        try place.tokenFile.write(try store.rotateToken(of: family.id))
      }
    }
    guard let token = try place.tokenFile.read() else {
      throw ProgramFailure(
        "the file \(place.tokenFile.path) is gone, and the database keeps only the token's hash",
        hint: "family-server token --rotate makes a new one")
    }
    print(token.text)
  }
}
