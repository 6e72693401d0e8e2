package import CivilTime

/// A request that a service made of this client.
///
/// It is answered exactly once, now or later.
///
/// A second answer traps; one that is let go unanswered is answered with `internalFailure`.
package final class IncomingRequest {
  /// The message's name.
  package let type: MessageName
  /// The message: the `cause` of what it leads to.
  package let reference: MessageReference
  /// The service's time when it asked.
  package let time: Instant?
  private let body: [UInt8]
  private let slot: AnswerSlot

  init(
    _ header: Header, body: [UInt8],
    answer: @escaping (Result<[UInt8], BusError>) -> Void
  ) {
    type = header.type
    reference = header.reference
    time = header.time
    self.body = body
    slot = AnswerSlot(for: header.type, dropped: nil, deliver: answer)
  }

  /// Reads the request as one of type `R`.
  ///
  /// - Throws: `malformed` with the place of what is wrong; the caller answers with it.
  package func decode<R: BusRequest>(_ request: R.Type) throws(BusError) -> R {
    try BodyCoder.decode(R.self, from: body, of: type)
  }

  /// The body as it came: JSON.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Answers what was asked for.
  package func reply<Reply: Encodable>(_ reply: Reply) {
    slot.answer(reply)
  }

  /// Answers that it was refused or failed.
  package func fail(_ error: BusError) {
    slot.answer(.failure(error))
  }
}
