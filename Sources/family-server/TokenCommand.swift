import Arguments
import FamilyServer

/// Shows or replaces a token: `family-server token`.
enum TokenCommand {
  private static let family = Option(
    "family", "ID", "Whose, as `family ls` says; the first one's unless told otherwise", .text)
  private static let rotate = Flag(
    "rotate", "Makes a new token; the old one and every signed-in browser are out")

  static let command = Command<ProgramAction>(
    "token", "Shows a family's token", does: token
  ) {
    Place.state
    Place.database
    family
    rotate
  }

  @Sendable private static func token(_ typed: ParsedArguments) throws {
    let place = try Place(typed)
    let store = try place.store()
    let first = try place.firstFamily(in: store, at: Place.now()).id
    let wanted = try typed.value(of: family).map(FamilyID.init) ?? first
    if wanted != first {
      try showOther(wanted, isNew: typed.isSet(rotate), in: store)
      return
    }
    if typed.isSet(rotate) { try place.rotateToken(of: first, in: store) }
    print(try kept(in: place.tokenFile, of: store).text)
  }

  /// The first family's token, from its file.
  private static func kept(in file: TokenFile, of store: FamilyStore) throws -> Secret {
    let hint = "family-server token --rotate makes a new one, and ends the one that there is"
    guard let token = try file.read() else {
      throw ProgramFailure(
        "there is no file \(file.path), and the database keeps only the token's hash",
        hint: """
          of several servers on one database one has it in its state, perhaps on another machine: the \
          one that started first, or that made it anew. \(hint)
          """)
    }
    guard try store.transaction(isReading: true, { try store.family(withToken: token) }) != nil
    else {
      throw ProgramFailure(
        "the token in \(file.path) opens nothing in this database",
        hint: """
          is --database the one that it was made for? Of several servers on one database another may have made \
          a new one, and has that in its state. \(hint)
          """)
    }
    return token
  }

  /// Another family's token lies in no file: it is shown when it is made.
  private static func showOther(_ id: FamilyID, isNew: Bool, in store: FamilyStore) throws {
    let token = try store.transaction {
      _ = try store.family(id)
      return isNew ? try store.rotateToken(of: id) : nil
    }
    guard let token else {
      throw ProgramFailure(
        "only the hash of this family's token is kept", hint: "--rotate makes a new one")
    }
    print(token.text)
  }
}
