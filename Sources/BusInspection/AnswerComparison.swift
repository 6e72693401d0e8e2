import Bus
package import CompactJSON

/// What became of one request that was said again.
package struct AnswerComparison: Sendable {
  /// The request.
  package let question: ReplayPlan.Question
  /// In what the answers differ; empty when they don't.
  package let differences: [Likeness.Difference]

  /// Compares the answer of a recording with that of now.
  package init(
    _ question: ReplayPlan.Question, answered now: ReplayPlan.Answer, _ likeness: inout Likeness
  ) {
    self.question = question
    switch (question.answer, now) {
    case (.reply(let old), .reply(let new)):
      let fields = KnownService.message(question.type)?.replyFields ?? []
      differences = likeness.differences(fields, once: old, now: new)
    case (.refusal(let old), .refusal(let new)):
      differences = likeness.differences([], once: old, now: new)
    case (.reply(let old), .refusal(let new)), (.refusal(let old), .reply(let new)):
      differences = [Likeness.Difference(path: "", once: old, now: new)]
    }
  }

  /// The differences for people: where, then what was and what is.
  package func text(_ ink: Ink) -> String {
    let heading =
      ink.strong(question.type.text) + "  "
      + ink.reference(ShortReference(question.reference).description)
      + "  of \(question.speaker.service.rawValue)"
      + (question.time.map { "  at \($0)" } ?? "")
    let lines = differences.flatMap { difference in
      [
        "  at \(difference.path.isEmpty ? "the whole answer" : difference.path)",
        ink.bad("  - \(difference.once?.compact ?? "nothing")"),
        ink.good("  + \(difference.now?.compact ?? "nothing")"),
      ]
    }
    return ([heading] + lines).joined(separator: "\n")
  }
}

/// The differences of a replay as programs read them.
package struct DifferenceReport: Encodable, Sendable {
  /// The request's type.
  package let type: String
  /// Which message it was.
  package let id: String
  /// The service.
  package let service: KnownService
  /// The place in the answer.
  package let path: String
  /// What was answered once.
  package let once: JSON?
  /// What is answered now.
  package let now: JSON?

  /// Describes the differences of one request.
  package static func all(_ comparison: AnswerComparison) -> [DifferenceReport] {
    comparison.differences.map {
      DifferenceReport(
        type: comparison.question.type.text, id: comparison.question.reference.description,
        service: comparison.question.speaker.service, path: $0.path, once: $0.once, now: $0.now)
    }
  }
}
