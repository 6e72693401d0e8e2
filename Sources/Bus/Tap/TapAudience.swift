/// One reader of a tap: what he may see, what he is still to be told, and what he has not taken yet.
final class TapAudience {
  /// Sends a batch; what is called afterwards says that the reader has taken it, or never will.
  typealias Send = (_ body: [UInt8], _ taken: @escaping () -> Void) -> Void

  /// How many batches may be on their way.
  private static let windowLimit = 8
  /// How many bytes are sent at once, without waiting for more.
  private static let batchSize = 64 << 10
  /// How many bytes wait for a reader that hasn't taken what was sent.
  private static let waitingLimit = 512 << 10

  let peer: PeerID
  /// Whether he sees everything, and not only what concerns himself.
  let seesAll: Bool
  private let uid: UInt32
  private let send: Send
  private let wake: () -> Void
  private var sequence: UInt64 = 0
  private var batch: [UInt8] = []
  private var onTheirWay = 0

  /// Makes a reader; `wake` is called when he has taken something and more waits.
  init(_ peer: Peer, send: @escaping Send, wake: @escaping () -> Void) {
    self.peer = peer.id
    uid = peer.credentials.uid
    seesAll = peer.role == .root || peer.role == .serviceUser
    self.send = send
    self.wake = wake
  }

  /// Whether he may see an entry: a desktop user only what he or his own programs sent and got.
  func maySee(_ entry: TapEntry) -> Bool {
    seesAll || (entry.direction != .told && entry.credentials.uid == uid)
  }

  /// Adds a record, or drops it where he is too slow; its number tells him.
  func add(_ before: [UInt8], _ behind: [UInt8]) {
    sequence += 1
    guard batch.count < TapAudience.waitingLimit else { return }
    if batch.isEmpty {
      batch.append(contentsOf: "{\"records\":[".utf8)
    } else {
      batch.append(UInt8(ascii: ","))
    }
    batch.append(contentsOf: before)
    TapText.append(sequence, to: &batch)
    batch.append(contentsOf: behind)
    if batch.count >= TapAudience.batchSize { flush() }
  }

  /// Sends what waits, where he has taken enough of what was sent before.
  func flush() {
    guard !batch.isEmpty, onTheirWay < TapAudience.windowLimit else { return }
    batch.append(contentsOf: "]}".utf8)
    let body = batch
    batch = []
    onTheirWay += 1
    send(body) { [weak self] in
      guard let self else { return }
      onTheirWay -= 1
      if !batch.isEmpty { wake() }
    }
  }
}
