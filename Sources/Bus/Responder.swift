/// The duty to answer a request: exactly once, now or later.
///
/// A second answer traps. When the responder is let go unanswered, `internalFailure` is answered and
/// the server's `onFault` hears of it. An answer to a peer that has gone meanwhile goes nowhere.
package final class Responder<Reply: Codable & Sendable> {
  private let slot: AnswerSlot

  init(_ slot: AnswerSlot) {
    self.slot = slot
  }

  /// Whether the answer is still to come.
  package var isOpen: Bool { slot.isOpen }

  /// Answers what was asked for.
  package func reply(_ reply: Reply) {
    slot.answer(reply)
  }

  /// Answers that it was refused or failed.
  package func fail(_ error: BusError) {
    slot.answer(.failure(error))
  }
}
