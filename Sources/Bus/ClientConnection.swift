import CivilTime
import EventLoop

/// A client's end, over any transport: numbers, answers, requests that came, and the end.
final class ClientConnection: BusConnection {
  private enum State: Hashable {
    case open
    case gone
    case closed
  }

  private let transport: any ClientTransport
  private let session = SessionID.random()
  private let serving: ((IncomingRequest) -> Void)?
  private var state = State.open
  private var lastID: UInt64 = 0
  private var serverName: String
  private var server: SessionID?
  /// The answers that somebody waits for; nil until they come.
  private var answers: [UInt64: Result<[UInt8], BusError>?] = [:]
  private var inbox: [IncomingRequest] = []
  private var hook: Hook?
  private var handler: ((IncomingRequest) -> Void)?
  private var onGone: (() -> Void)?
  private(set) var serverTime: Instant?

  /// Joins a transport; nothing is said yet.
  ///
  /// Without `serving`, requests wait for `receive` or `attach`; with it, they are handed over at
  /// once.
  init(
    over transport: any ClientTransport, to serverName: String,
    serving: ((IncomingRequest) -> Void)? = nil
  ) {
    self.transport = transport
    self.serverName = serverName
    self.serving = serving
  }

  deinit {
    close()
  }

  var serverSession: String { server.map(\.description) ?? "" }
  var serverCredentials: Credentials { transport.serverCredentials }

  /// Says hello.
  func open(
    as name: String, version: String, attributes: [String: String], within limit: Duration
  ) throws(BusError) {
    let hello = Hello(
      name: name, version: version, oldest: Header.version, newest: Header.version,
      attributes: attributes)
    let reply = try request(hello, within: limit, cause: nil)
    serverName = reply.name
  }

  // MARK: Asking

  func request<R: BusRequest>(
    _ request: R, within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> R.Reply {
    let body = try BodyCoder.encode(request, of: R.name)
    let answer = try call(R.name, body, within: limit, cause: cause)
    return try BodyCoder.decode(R.Reply.self, from: answer, of: R.name)
  }

  /// Sends a request whose body is written already, and hands back the answer's.
  func call(
    _ type: MessageName, _ body: [UInt8], within limit: Duration, cause: MessageReference?
  ) throws(BusError) -> [UInt8] {
    try checkOpen()
    let deadline = BootTime.nanoseconds(after: limit)
    let id = nextID()
    answers[id] = .some(nil)
    defer { answers[id] = nil }
    let header = Header(kind: .request, id: id, session: session, type: type, cause: cause)
    try send(header, body, until: deadline, or: timeout(of: type, limit))
    return try awaitAnswer(to: id, of: type, until: deadline, or: timeout(of: type, limit)).get()
  }

  func start<R: BusRequest>(
    _ request: R, within limit: Duration
  ) throws(BusError) -> StartedRequest<R.Reply> {
    try checkOpen()
    let deadline = BootTime.nanoseconds(after: limit)
    let body = try BodyCoder.encode(request, of: R.name)
    let id = nextID()
    answers[id] = .some(nil)
    do throws(BusError) {
      try send(
        Header(kind: .request, id: id, session: session, type: R.name), body, until: deadline,
        or: timeout(of: R.name, limit))
    } catch {
      answers[id] = nil
      throw error
    }
    return StartedRequest { () throws(BusError) in
      defer { self.answers[id] = nil }
      let answer = try self.awaitAnswer(
        to: id, of: R.name, until: deadline, or: self.timeout(of: R.name, limit))
      return try BodyCoder.decode(R.Reply.self, from: answer.get(), of: R.name)
    } forget: {
      self.answers[id] = nil
    }
  }

  private func timeout(of type: MessageName, _ limit: Duration) -> BusError {
    .timeout(type, peer: serverName, limit: limit)
  }

  private func send(
    _ header: Header, _ body: [UInt8], until deadline: Int64,
    or timeout: @autoclosure () -> BusError
  ) throws(BusError) {
    let bytes = header.bytes
    while true {
      switch transport.send(bytes, body) {
      case .sent: return
      case .unroutable: throw goneError(before: header.type)
      case .full: break
      }
      guard BootTime.nanoseconds < deadline else { throw timeout() }
      guard !transport.serverHasEnded else { throw goneError(before: header.type) }
      try transport.wait(until: deadline)
      drain()
      try checkOpen()
    }
  }

  private func awaitAnswer(
    to id: UInt64, of type: MessageName, until deadline: Int64,
    or timeout: @autoclosure () -> BusError
  ) throws(BusError) -> Result<[UInt8], BusError> {
    // What has come before the answer is taken first, and nothing behind it, as it can wait.
    if let frames = transport.receiveSoon(until: deadline) { take(frames) }
    while true {
      if let answer = answers[id] ?? nil { return answer }
      let hasEnded = transport.serverHasEnded
      drain()
      if let answer = answers[id] ?? nil { return answer }
      if state == .closed { throw .closed(serverName) }
      if state == .gone || hasEnded { throw goneError(before: type) }
      guard BootTime.nanoseconds < deadline else { throw timeout() }
      try transport.wait(until: deadline)
    }
  }

  // MARK: Being asked

  func receive(within limit: Duration) throws(BusError) -> IncomingRequest? {
    let deadline = BootTime.nanoseconds(after: limit)
    while true {
      let hasEnded = transport.serverHasEnded
      drain()
      if !inbox.isEmpty { return inbox.removeFirst() }
      try checkOpen()
      if hasEnded { throw goneError() }
      guard BootTime.nanoseconds < deadline else { return nil }
      try transport.wait(until: deadline)
    }
  }

  func attach(
    to loop: EventLoop, _ handler: @escaping (IncomingRequest) -> Void,
    gone: @escaping () -> Void
  ) throws(BusError) {
    try checkOpen()
    precondition(hook == nil, "a connection is attached to one loop, once")
    self.handler = handler
    onGone = gone
    do {
      try transport.watch(in: loop) { [weak self] in _ = self?.deliver() }
    } catch {
      throw .system(error)
    }
    // Whatever a request took in while it waited is handed over here.
    hook = loop.beforeWaiting { [weak self] in self?.deliver() ?? false }
  }

  /// Hands over what has come; true when there was something.
  private func deliver() -> Bool {
    // Inside a request that waits, what the service asks is kept for later.
    guard answers.isEmpty, state != .closed else { return false }
    let hasEnded = transport.serverHasEnded
    drain()
    var delivered = false
    while !inbox.isEmpty, state != .closed {
      delivered = true
      handler?(inbox.removeFirst())
    }
    if hasEnded, state == .open { state = .gone }
    if state == .gone, let onGone {
      self.onGone = nil
      hook?.cancel()
      transport.close()
      onGone()
      return true
    }
    return delivered
  }

  private func drain() {
    while state == .open, let frames = transport.receive() { take(frames) }
  }

  /// Takes a message of the service.
  ///
  /// One that breaks the protocol is dropped: the service is trusted to decide, and nobody gains
  /// from ending the connection.
  func take(_ frames: Frames) {
    guard frames.fault == nil, let header = try? Header(parsing: frames.header) else { return }
    guard server == nil || server == header.session else {
      // Another life of the service: it knows nothing of what we have said.
      if state == .open { state = .gone }
      return
    }
    server = header.session
    serverTime = header.time ?? serverTime
    switch header.kind {
    case .reply: takeAnswer(header, .success(frames.body))
    case .error: takeAnswer(header, .failure(error(in: frames.body, of: header.type)))
    case .request: takeRequest(header, frames.body)
    case .notice: if header.type == Goodbye.name, state == .open { state = .gone }
    }
  }

  private func takeAnswer(_ header: Header, _ answer: Result<[UInt8], BusError>) {
    // An answer that comes after its deadline, or to nothing that was asked, finds no place here.
    guard let cause = header.cause, cause.sessionID == session,
      answers.index(forKey: cause.id) != nil
    else { return }
    answers[cause.id] = answer
  }

  private func takeRequest(_ header: Header, _ body: [UInt8]) {
    let request = IncomingRequest(header, body: body) { [weak self] result in
      self?.answer(header, result)
    }
    guard let serving else { return inbox.append(request) }
    serving(request)
  }

  private func error(in body: [UInt8], of type: MessageName) -> BusError {
    do {
      return try BodyCoder.decode(BusError.self, from: body, of: type)
    } catch {
      return error
    }
  }

  private func answer(_ request: Header, _ result: Result<[UInt8], BusError>) {
    guard state == .open else { return }
    var header = Header(
      kind: .reply, id: nextID(), session: session, type: request.type, cause: request.reference)
    var body = BodyCoder.empty
    switch result {
    case .success(let data): body = data
    case .failure(let error):
      header.kind = .error
      body = (try? BodyCoder.encode(error, of: request.type)) ?? body
    }
    // Where the queue is full the service has long stopped to wait for this answer.
    _ = transport.send(header.bytes, body)
  }

  // MARK: The end

  func close() {
    guard state != .closed else { return }
    if state == .open {
      let header = Header(kind: .notice, id: nextID(), session: session, type: Goodbye.name)
      _ = transport.send(header.bytes, BodyCoder.empty)
    }
    state = .closed
    hook?.cancel()
    handler = nil
    onGone = nil
    transport.close()
  }

  private func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private func checkOpen() throws(BusError) {
    switch state {
    case .open: return
    case .gone: throw .peerGone(serverName)
    case .closed: throw .closed(serverName)
    }
  }

  private func goneError(before type: MessageName? = nil) -> BusError {
    if state == .open { state = .gone }
    return type.map { .peerGone(serverName, before: $0) } ?? .peerGone(serverName)
  }
}
