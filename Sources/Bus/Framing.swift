/// Decides, frame by frame and by size alone, what of a message is kept.
///
/// It is asked before anything is copied: a message of the wrong shape costs nothing but its
/// walking past. The parts are those behind the transport's own (a router's identity).
struct Framing {
  /// What becomes of a frame.
  enum Step: Hashable {
    case keepAsHeader
    case keepAsBody
    case skip
  }

  /// What is wrong with a message's shape.
  enum Fault: Error, Hashable {
    /// It has another number of frames than two.
    case frameCount(Int)
    /// Its header has more bytes than are allowed.
    case headerSize(Int)
    /// Its body has more bytes than are allowed.
    case bodySize(Int)
  }

  /// What the transport itself lets pass; above it the connection is cut before anything is kept.
  static let transportLimit = Int64(BodyCoder.sizeLimit + (1 << 20))

  private var count = 0
  private var sizeFault: Fault?

  /// Takes the next frame.
  mutating func take(size: Int) -> Step {
    count += 1
    switch count {
    case 1:
      guard size <= Header.sizeLimit else { return refuse(.headerSize(size)) }
      return .keepAsHeader
    case 2:
      guard size <= BodyCoder.sizeLimit else { return refuse(.bodySize(size)) }
      return .keepAsBody
    default:
      return .skip
    }
  }

  /// What is wrong, after the last frame.
  var fault: Fault? {
    count == 2 ? sizeFault : .frameCount(count)
  }

  private mutating func refuse(_ fault: Fault) -> Step {
    // The first thing that is wrong is the one that is said.
    if sizeFault == nil { sizeFault = fault }
    return .skip
  }
}

extension Framing.Fault {
  /// The error that is answered.
  var error: BusError {
    switch self {
    case .frameCount(let count):
      BusError(.malformed, "a message has two frames, this one has \(count)")
    case .headerSize(let size):
      BusError(.malformed, Header.Fault.tooLong(size).text)
    case .bodySize(let size):
      BusError(
        .tooLarge,
        "the body has \(size) bytes; at most \(BodyCoder.sizeLimit) are allowed",
        detail: ["size": "\(size)", "limit": "\(BodyCoder.sizeLimit)"])
    }
  }
}
