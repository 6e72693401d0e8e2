/// Where the one answer to a request goes.
///
/// A second answer is a mistake of the program and traps; when everybody has let go of the slot
/// without answering, it answers for them.
final class AnswerSlot {
  /// The request's type.
  let type: MessageName
  private var deliver: ((Result<[UInt8], BusError>) -> Void)?
  private let dropped: (() -> Void)?

  /// Makes a slot; `dropped` is told when nobody answered.
  init(
    for type: MessageName, dropped: (() -> Void)?,
    deliver: @escaping (Result<[UInt8], BusError>) -> Void
  ) {
    self.type = type
    self.dropped = dropped
    self.deliver = deliver
  }

  deinit {
    guard let deliver else { return }
    dropped?()
    deliver(.failure(.unanswered(type)))
  }

  /// Whether the answer is still to come.
  var isOpen: Bool { deliver != nil }

  /// Gives the answer.
  func answer(_ result: Result<[UInt8], BusError>) {
    guard let deliver else {
      preconditionFailure("\"\(type)\" was answered twice")
    }
    self.deliver = nil
    deliver(result)
  }

  /// Encodes and gives the answer; one that can't be sent is answered with the reason.
  func answer<Reply: Encodable>(_ reply: Reply) {
    do {
      answer(.success(try BodyCoder.encode(reply, of: type)))
    } catch {
      answer(.failure(error))
    }
  }
}
