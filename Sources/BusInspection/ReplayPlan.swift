package import Bus
package import CivilTime
package import CompactJSON

/// What of a recording is said again, in order, and what was answered.
///
/// Said again is what came from outside: from people, programs and tests. What the services, their
/// extensions and `openapplock up` said to each other follows from that, and a fresh instance says it
/// by itself.
package struct ReplayPlan: Sendable {
  /// Somebody who spoke to a service.
  package struct Speaker: Hashable, Sendable {
    /// The service.
    package let service: KnownService
    /// This life of the speaker's end.
    package let session: String
  }

  /// Something that is done again.
  package enum Step: Sendable {
    /// Somebody connects.
    case hello(Speaker, name: String, attributes: [String: String])
    /// Somebody asks.
    case ask(Question)
    /// Somebody leaves.
    case goodbye(Speaker)
  }

  /// A request, and what was answered to it.
  package struct Question: Sendable {
    /// Who asks.
    package let speaker: Speaker
    /// The message.
    package let type: MessageName
    /// Which message it was.
    package let reference: MessageReference
    /// What was asked.
    package let body: JSON
    /// When, in the service's time.
    package let time: Instant?
    /// What was answered.
    package let answer: Answer
  }

  /// What a request was answered with.
  package enum Answer: Hashable, Sendable {
    /// What was asked for.
    case reply(JSON)
    /// That it was refused or failed.
    case refusal(JSON)
  }

  /// What is done again.
  package let steps: [Step]
  /// What is not, a sentence each.
  package let omissions: [String]

  /// What the services say about themselves, and what its sender would have to answer later.
  private static let unsaid: Set<MessageName> = [
    "ping", "bus.messages", "bus.peers", "tap.open", "clock.subscribe", "shield.watch",
  ]
  /// What the instance itself runs besides its services and extensions.
  private static let supervisor = "openapplock-up"

  /// Works out what of a recording is said again.
  ///
  /// - Throws: `RecordingError` for a request that was recorded in part, or is no JSON.
  package init(_ recording: Recording) throws(RecordingError) {
    var planner = Planner(recording)
    for message in recording.messages { try planner.take(message) }
    steps = planner.steps
    omissions = planner.omissions(lost: recording.lost)
  }

  /// Goes through a recording.
  private struct Planner {
    var steps: [Step] = []
    private var answers: [MessageReference: TapRecord] = [:]
    private let services: Set<Int32>
    private var known: Set<Speaker> = []
    private var unanswered = 0
    private var unknown: Set<String> = []

    init(_ recording: Recording) {
      services = Set(recording.head.services.map(\.pid))
      for message in recording.messages where message.isAnswer {
        if let cause = message.record.cause { answers[cause] = message.record }
      }
    }

    mutating func take(_ message: SeenMessage) throws(RecordingError) {
      let record = message.record
      guard record.direction == .received, isOutside(record), let reference = record.reference,
        let type = record.type
      else { return }
      let speaker = Speaker(service: message.service, session: reference.session)
      switch (record.kind, type) {
      case ("notice", Goodbye.name): leave(speaker)
      case ("request", Hello.name): try greet(speaker, record)
      case ("request", _) where !ReplayPlan.unsaid.contains(type):
        try ask(speaker, record, type, reference)
      default: break
      }
    }

    func omissions(lost: UInt64) -> [String] {
      var sentences: [String] = []
      if unanswered > 0 {
        sentences.append("\(unanswered) requests had not been answered when the recording ended")
      }
      if lost > 0 {
        sentences.append("\(lost) messages were lost while it was recorded")
      }
      return sentences + unknown.sorted().map { "\($0) spoke before the recording began" }
    }

    private func isOutside(_ record: TapRecord) -> Bool {
      record.role != nil && record.role != .startedExtension
        && !services.contains(record.credentials.pid) && record.peer != ReplayPlan.supervisor
    }

    private mutating func leave(_ speaker: Speaker) {
      guard known.remove(speaker) != nil else { return }
      steps.append(.goodbye(speaker))
    }

    private mutating func greet(
      _ speaker: Speaker, _ record: TapRecord
    ) throws(RecordingError) {
      guard let hello = try? CompactJSON.decode(Hello.self, from: Array(record.body.utf8)) else {
        return  // It was refused, and nothing came of it.
      }
      // Whoever serves an extension answers the service; the fresh instance has its own.
      guard hello.attributes["extension"] == nil, hello.name != ReplayPlan.supervisor else {
        return
      }
      known.insert(speaker)
      steps.append(.hello(speaker, name: hello.name, attributes: hello.attributes))
    }

    private mutating func ask(
      _ speaker: Speaker, _ record: TapRecord, _ type: MessageName, _ reference: MessageReference
    ) throws(RecordingError) {
      if !known.contains(speaker) {
        // It had said hello before the recording began; what it said then is not known.
        guard let name = record.peer else { return }
        unknown.insert(name)
        known.insert(speaker)
        steps.append(.hello(speaker, name: name, attributes: [:]))
      }
      guard let answer = answers[reference] else {
        unanswered += 1
        return
      }
      let question = Question(
        speaker: speaker, type: type, reference: reference,
        body: try json(record, "request"), time: record.time,
        answer: answer.kind == "reply"
          ? .reply(try json(answer, "answer")) : .refusal(try json(answer, "answer")))
      steps.append(.ask(question))
    }

    private func json(_ record: TapRecord, _ what: String) throws(RecordingError) -> JSON {
      let name = record.type?.text ?? "?"
      guard !record.isCut else {
        throw RecordingError(
          "the \(what) \"\(name)\" has \(record.size) bytes, and was recorded in part only")
      }
      do {
        return try JSON(parsing: record.body)
      } catch {
        throw RecordingError("the \(what) \"\(name)\" is no JSON and cannot be said again")
      }
    }
  }
}
