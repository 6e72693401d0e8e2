import CivilTime
import EventLoop

/// Tells whoever may look of every message that a server receives or sends, and of what it did.
///
/// A reader is a peer like any other, known by the kernel's word, and is told what his role may see: an
/// administrator and the service's own account everything, a desktop user what he or his programs sent
/// and got. He is sent records in batches and answers each; where he is slow, records are dropped and
/// numbered on, so that he knows, and neither the server nor another reader waits.
final class Tap {
  /// The most readers at a time.
  static let readerLimit = 64
  /// How many of the last messages are kept for readers that come later, and how many bytes of them.
  private static let pastLimit = (count: 256, bytes: 1 << 20)
  /// What is told within this time goes in one batch; what comes after a pause goes at once.
  private static let period = Duration.milliseconds(10)

  private let loop: EventLoop
  private let masks: [MessageName: (request: SecretMask?, reply: SecretMask?)]
  private var readers: [TapAudience] = []
  private var past: [TapEntry] = []
  private var pastBytes = 0
  private var timer: LoopTimer?
  private var lastFlush: Int64 = 0
  private var flushIsDue = false
  private var hook: Hook?

  /// Makes a tap for the messages of a registry.
  init(_ registry: MessageRegistry, loop: EventLoop) {
    self.loop = loop
    masks = registry.masks
  }

  /// Whether anybody reads.
  var isRead: Bool { !readers.isEmpty }

  // MARK: Telling

  /// The body as it may be told.
  func told(_ body: [UInt8], of header: Header?) -> [UInt8] {
    var body = body
    if let header, let mask = masks[header.type] {
      switch header.kind {
      case .request, .notice: body = mask.request?.masked(body) ?? body
      case .reply: body = mask.reply?.masked(body) ?? body
      case .error: break
      }
    }
    return body.count > TapEntry.bodyLimit ? Array(body.prefix(TapEntry.bodyLimit)) : body
  }

  /// Keeps an entry, and tells the readers who may see it.
  func take(_ entry: TapEntry) {
    keep(entry)
    guard !readers.isEmpty else { return }
    let json = entry.json
    for reader in readers where reader.maySee(entry) { reader.add(json.before, json.behind) }
    flushIsDue = true
  }

  private func keep(_ entry: TapEntry) {
    past.append(entry)
    pastBytes += entry.body.count
    // Thinned out now and then, not for each message.
    guard past.count >= Tap.pastLimit.count * 2 || pastBytes > Tap.pastLimit.bytes else { return }
    var kept = past.suffix(Tap.pastLimit.count)
    var bytes = kept.reduce(0) { $0 + $1.body.count }
    while bytes > Tap.pastLimit.bytes / 2, let first = kept.popFirst() { bytes -= first.body.count }
    past = Array(kept)
    pastBytes = bytes
  }

  // MARK: Readers

  /// Adds a reader, or gives one that reads already what he asks for anew.
  ///
  /// - Throws: `invalid` where there are too many.
  func open(
    _ peer: Peer, past count: Int, send: @escaping TapAudience.Send
  ) throws(BusError) -> TapOpen.Reply {
    readers.removeAll { $0.peer == peer.id }
    guard readers.count < Tap.readerLimit else {
      throw BusError(.invalid, "the tap has \(Tap.readerLimit) readers already")
    }
    let reader = TapAudience(peer, send: send) { [weak self] in self?.flushIsDue = true }
    readers.append(reader)
    if hook == nil {
      hook = loop.beforeWaiting { [unowned self] in
        if flushIsDue { flushSoon() }
        return false
      }
    }
    let visible = past.suffix(Tap.pastLimit.count).filter(reader.maySee)
    for entry in visible.suffix(max(0, count)) {
      let json = entry.json
      reader.add(json.before, json.behind)
      flushIsDue = true
    }
    return TapOpen.Reply(sees: reader.seesAll ? .everything : .own)
  }

  /// Forgets a reader that is gone.
  func forget(_ peer: PeerID) {
    readers.removeAll { $0.peer == peer }
    guard readers.isEmpty else { return }
    hook?.cancel()
    hook = nil
    timer?.cancel()
    timer = nil
  }

  /// Whether a peer reads.
  func isReader(_ peer: PeerID) -> Bool { readers.contains { $0.peer == peer } }

  /// Sends what is still to be told; nothing is told afterwards.
  func close() {
    flush()
    for reader in readers { forget(reader.peer) }
  }

  // MARK: Batches

  private func flushSoon() {
    guard timer == nil else { return }
    let wait = lastFlush + Tap.period.wholeMicroseconds * 1000 - BootTime.nanoseconds
    guard wait > 0 else { return flush() }
    timer = loop.after(.nanoseconds(wait)) { [unowned self] in
      timer = nil
      flush()
    }
  }

  private func flush() {
    flushIsDue = false
    lastFlush = BootTime.nanoseconds
    for reader in readers { reader.flush() }
  }
}
