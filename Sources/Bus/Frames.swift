/// A message as it came: its two frames, and what its shape has wrong.
struct Frames {
  /// The header's bytes; empty when it was refused by its size.
  var header: [UInt8] = []
  /// The body's bytes; empty when it was refused by its size.
  var body: [UInt8] = []
  /// What the shape has wrong.
  var fault: Framing.Fault?
}

/// What became of a message that was to be sent.
enum SendOutcome: Hashable {
  /// It is on its way.
  case sent
  /// The other side doesn't read, and its queue is full.
  case full
  /// There is no other side any more.
  case unroutable
}
