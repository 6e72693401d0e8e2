import Arguments
import CivilTime
import Database
import EventLoop
import FamilyServer
import Glibc

/// Where a server keeps what it keeps, and what every command starts with.
struct Place {
  static let state = Option(
    "state", "DIR",
    "Where the server keeps everything; /var/lib/family-server for root, else in the user's state",
    .text)
  static let database = Option(
    "database", "WHERE",
    "sqlite (a file in the state), sqlite:PATH, or a postgresql:// address", .text)

  /// The folder.
  let folder: String
  private let address: DatabaseAddress

  /// Reads the options, and makes the folder where it isn't there.
  init(_ typed: ParsedArguments) throws {
    folder = try Self.folder(try typed.value(of: Self.state))
    let text = try typed.value(of: Self.database) ?? "sqlite"
    guard let address = DatabaseAddress(parsing: text, file: folder + "/family.db") else {
      throw UsageError(
        "--database: \"\(text)\" is no database",
        hint: "sqlite, sqlite:/path/to/file, or postgresql://user@host/name")
    }
    if case .sqlite(let path) = address, !path.hasPrefix("/") {
      throw UsageError(
        "--database: \"\(path)\" is no absolute path",
        hint: "such as sqlite:/srv/family/family.db; plain sqlite is a file in the state")
    }
    self.address = address
  }

  /// The store.
  ///
  /// - Throws: also where it would be a new one beside the token of a family that it can't hold.
  func store() throws -> FamilyStore {
    if case .sqlite(let path) = address, unsafe access(path, F_OK) != 0 { try refuseToLoseToken() }
    return try FamilyStore(try address.connect())
  }

  /// The file that holds the first family's token.
  var tokenFile: TokenFile { TokenFile(path: folder + "/token") }

  /// The first family with its token's file: made when they aren't there yet.
  ///
  /// There is no default secret: until somebody has read the file nobody can sign in.
  ///
  /// - Throws: also where the file has a token already and the database no family; nothing is changed then.
  func firstFamily(in store: FamilyStore, at now: Instant) throws -> Family {
    let known = { try store.families().first }
    if let family = try store.transaction(isReading: true, known) {
      try settleToken(in: store)
      return family
    }
    let zone = try Self.systemZone()
    return try alone {
      var isNew = false
      let first = try store.transaction {
        isNew = false
        if let family = try known() { return family }
        try refuseToLoseToken()
        let made = try store.addFamily(name: "Family", zone: zone, at: now)
        try tokenFile.prepare(made.token)
        isNew = true
        return try store.family(made.family)
      }
      if isNew { try tokenFile.take() }
      return first
    }
  }

  /// Gives the first family another token.
  func rotateToken(of family: FamilyID, in store: FamilyStore) throws {
    try alone {
      try store.transaction { try tokenFile.prepare(try store.rotateToken(of: family)) }
      try tokenFile.take()
    }
  }

  /// Refuses where the file has a token although the database has no family.
  ///
  /// Another database is meant then, or it was lost. A first family's token would have the place of one that
  /// lies nowhere else.
  private func refuseToLoseToken() throws {
    guard try tokenFile.read() != nil else { return }
    throw ProgramFailure(
      "\(tokenFile.path) has a family's token, but \(address.name) holds no family",
      hint: "name the family's database (--database), or move the token's file away to begin anew")
  }

  /// Brings a token to its place whose hash the database has, where a process ended between the two.
  private func settleToken(in store: FamilyStore) throws {
    guard try tokenFile.readPrepared() != nil else { return }
    try alone {
      guard let token = try tokenFile.readPrepared(),
        try store.transaction(isReading: true, { try store.family(withToken: token) }) != nil
      else { return }
      try tokenFile.take()
    }
  }

  /// Does what has to fit the token's file while no other process on this state does the same.
  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let lock: InstanceLock
    do {
      lock = try InstanceLock(at: folder + "/token.lock", within: .seconds(30))
    } catch .failed(let error) {
      throw ProgramFailure("\(error)", hint: "may this account write to the state's folder?")
    } catch .held(let process) {
      throw ProgramFailure(
        "another process\(process.map { " (\($0))" } ?? "") holds \(folder)/token.lock",
        hint: "it changes the token just now; try again when it is done")
    }
    let result = try body()
    _ = consume lock
    return result
  }

  /// The zone that this machine is set to; UTC where nothing says.
  ///
  /// - Throws: where it is none that a family could choose.
  static func systemZone() throws -> Zone {
    do {
      return try Zone(choosing: Zone.systemIdentifier() ?? "UTC")
    } catch {
      throw ProgramFailure(
        "the zone that this machine is set to can't be a family's: \(error)",
        hint: "say which it is: TZ=Europe/Berlin family-server …")
    }
  }

  /// The present time, by the machine's clock.
  static func now() -> Instant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  private static func folder(_ given: String?) throws -> String {
    let folder = try given ?? defaultFolder()
    guard folder.hasPrefix("/") else {
      throw UsageError("--state: \"\(folder)\" is no absolute path", hint: "such as /srv/family")
    }
    // Where a home has had no such state before, what leads there is missing too.
    if given == nil { try makeFolders(above: folder) }
    try makeFolder(folder)
    var status = stat()
    guard unsafe lstat(folder, &status) == 0 else {
      throw SystemError.last("look at", path: folder)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      throw ProgramFailure(
        "\(folder) is not a folder of ours that nobody else writes to",
        hint: "chown it to the account that runs family-server, and chmod 700")
    }
    return folder
  }

  private static func makeFolders(above folder: String) throws {
    for slash in folder.indices.dropFirst() where folder[slash] == "/" {
      try makeFolder(String(folder[..<slash]))
    }
  }

  private static func makeFolder(_ path: String) throws {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw SystemError.last("make the folder", path: path)
    }
  }

  private static func defaultFolder() throws -> String {
    if geteuid() == 0 { return "/var/lib/family-server" }
    // One that is no absolute path says nothing.
    let variable = { (name: String) in
      unsafe getenv(name).map { unsafe String(cString: $0) }
        .flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = variable("XDG_STATE_HOME") ?? variable("HOME").map({ $0 + "/.local/state" })
    else {
      throw UsageError(
        "--state: without a HOME there is no usual place for it", hint: "name one: /srv/family")
    }
    return base + "/family-server"
  }
}
