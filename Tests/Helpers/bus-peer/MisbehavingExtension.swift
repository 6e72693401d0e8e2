import Glibc

/// A monitor extension that misbehaves, started by the service: the name that it is started under says
/// how, so a test makes a link of that name.
struct MisbehavingExtension {
  /// What it is called, and what it does wrong.
  private let mode: String
  private let group: String
  private let peer: RawPeer
  private var lastID = 1

  /// Takes a call as the service makes it; `nil` for one that is another.
  ///
  /// Once it has said hello it is in the middle of whatever it does.
  init?(_ arguments: [String]) {
    guard let name = arguments.first?.split(separator: "/").last,
      let group = Self.value(of: "--app-group", in: arguments),
      let socket = Self.value(of: "--service", in: arguments)
    else { return nil }
    mode = String(name)
    self.group = group
    if mode == "ignores-term" { _ = signal(SIGTERM, SIG_IGN) }
    peer = RawPeer(to: socket)
    let protocols = mode == "old-version" ? 0 : 1
    peer.hello(
      name: mode, oldest: protocols, newest: protocols, line: 1, attributes: Self.attributes(mode))
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else {
      return nil
    }
    return arguments[place + 1]
  }

  private static func attributes(_ mode: String) -> String {
    let name = "dev.example." + mode
    let versions = mode == "old-point" ? ",\"pointNewest\":\"0\",\"pointOldest\":\"0\"" : ""
    return "{\"appGroup\":\"group.\(name)\",\"extension\":\"\(name)\","
      + "\"extensionPoint\":\"device-activity-monitor\"\(versions)}"
  }

  /// Does what it does for as long as it is let.
  mutating func run() -> Never {
    // What it is answered to its hello, and then what it is asked.
    let welcome = peer.receive()
    say("welcome: \(welcome.joined(separator: " "))")
    switch mode {
    case "garbage": sendGarbage()
    case "floods": flood()
    case "dies": exit(3)
    case "leaves": peer.leave()
    case "chatters": chatter()
    default: break
    }
    while true { take(peer.receive()) }
  }

  private mutating func take(_ frames: [String]) {
    let header = frames.first.map { $0.split(separator: " ") } ?? []
    guard header.count > 4, header[1] == "request", let id = Int(header[2]) else { return }
    let session = String(header[3])
    let type = String(header[4])
    switch mode {
    case "silent", "silent-other", "old-version", "old-point", "garbage", "floods": break
    case "slow":
      sleep(3)
      answer(id, session, type)
    case "answers-twice":
      answer(id, session, type)
      answer(id, session, type)
    case "answers-for-others":
      for other in max(1, id - 40)...id + 40 where other != id { answer(other, session, type) }
      answer(id, session, type)
    case "eats-memory": eat()
    default: answer(id, session, type)
    }
  }

  private mutating func answer(_ id: Int, _ session: String, _ type: String) {
    lastID += 1
    peer.send("OAL/1 reply \(lastID) \(RawPeer.session) \(type) \(session)/\(id) -", "{}")
  }

  private func sendGarbage() {
    for _ in 0..<100 {
      let frames = (0..<Int.random(in: 1...4)).map { _ in
        (0..<Int.random(in: 0...600)).map { _ in UInt8.random(in: 0...255) }
      }
      peer.send(frames)
    }
  }

  /// Asks without ever reading an answer.
  private mutating func flood() -> Never {
    while true {
      lastID += 1
      peer.send("OAL/1 request \(lastID) \(RawPeer.session) platform.status - -", "{}")
    }
  }

  /// Writes to its output without end, beside what it is asked.
  private func chatter() {
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { _ in
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4095) + [UInt8(ascii: "\n")]
        while unsafe write(1, line, line.count) > 0 {}
        return nil
      }, nil)
    if failure != 0 { fail("cannot make a thread") }
  }

  /// Takes memory until somebody stops it.
  private func eat() -> Never {
    let portion = 4 << 20
    while true {
      if let room = unsafe malloc(portion) { unsafe memset(room, 1, portion) }
      usleep(1000)
    }
  }
}
