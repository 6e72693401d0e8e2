import Bus
import BusInspection
import CompactJSON

/// Says a recording's steps again, each as whoever said it, and compares the answers.
final class ReplayConversation {
  private static let limit = Duration.seconds(600)
  private let instance: ReplayInstance
  private var greetings: [ReplayPlan.Speaker: (name: String, attributes: [String: String])] = [:]
  private var callers: [ReplayPlan.Speaker: BusCaller] = [:]
  private var likeness = Likeness()

  /// Speaks to an instance.
  init(_ instance: ReplayInstance) {
    self.instance = instance
  }

  /// Does a step again; answers how a request was answered.
  ///
  /// - Throws: why nobody can be spoken to.
  func take(_ step: ReplayPlan.Step) throws(Failure) -> AnswerComparison? {
    switch step {
    case .hello(let speaker, let name, let attributes):
      greetings[speaker] = (name, attributes)
      return nil
    case .goodbye(let speaker):
      callers.removeValue(forKey: speaker)?.close()
      return nil
    case .ask(let question): return try ask(question)
    }
  }

  private func ask(_ question: ReplayPlan.Question) throws(Failure) -> AnswerComparison {
    if let time = question.time { try instance.advance(to: time) }
    let caller = try caller(question.speaker)
    let answer: ReplayPlan.Answer
    do {
      answer = .reply(
        try caller.call(
          question.type, likeness.translated(question.body), within: Self.limit))
    } catch {
      guard let refusal = JSON(error) else {
        throw ServiceReach.failure(error, of: question.speaker.service)
      }
      answer = .refusal(refusal)
    }
    return AnswerComparison(question, answered: answer, &likeness)
  }

  private func caller(_ speaker: ReplayPlan.Speaker) throws(Failure) -> BusCaller {
    if let caller = callers[speaker] { return caller }
    let greeting = greetings[speaker] ?? ("openapplock-bus", [:])
    let caller: BusCaller
    do {
      caller = try Bus.caller(
        to: instance.reach.socket(of: speaker.service), as: greeting.name, version: "replay",
        attributes: greeting.attributes)
    } catch {
      throw ServiceReach.failure(error, of: speaker.service)
    }
    callers[speaker] = caller
    return caller
  }
}

extension JSON {
  /// What a service answered, as it went over the wire; nil for what is this side's own.
  fileprivate init?(_ error: BusError) {
    switch error.code {
    case .timeout, .unreachable, .peerGone, .closed, .congested: return nil
    default: break
    }
    guard let bytes = try? CompactJSON.encode(error), let value = try? JSON(parsing: bytes) else {
      return nil  // An error is texts, and those can be written.
    }
    self = value
  }
}
