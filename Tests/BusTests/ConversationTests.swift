import Bus
import CivilTime
import TestSupport
import Testing

/// What holds of a conversation whatever carries it.
@Suite("A conversation", .timeLimit(.minutes(1)))
struct ConversationTests {
  /// Long enough that only a bug reaches it.
  private let limit = Duration.seconds(10)

  @Test("a request is answered", arguments: Carrier.allCases)
  func answered(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      for text in ["", "grüße", String(repeating: "x", count: 100_000)] {
        #expect(try client.request(Echo(text: text), within: limit).text == text)
      }
      #expect(try client.request(Ping(), within: limit) == Acknowledged())
    }
  }

  @Test("the service's time comes with its answers", arguments: Carrier.allCases)
  func time(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      #expect(client.serverTime == TestService.now)
    }
  }

  @Test("a refusal comes as the service worded it", arguments: Carrier.allCases)
  func refused(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let error = #expect(throws: BusError.self) {
        try client.request(Refused(), within: limit)
      }
      #expect(
        error
          == BusError(
            code: BusErrorCode(rawValue: "moonPhase"), message: "the moon is not full",
            hint: "wait", detail: ["moon": "half"]))
    }
  }

  @Test("requests are handled in the order in which they were sent", arguments: Carrier.allCases)
  func order(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let numbers = Array(1...200)
      _ = try client.request(AskMe(numbers: numbers), within: limit)
      for number in numbers {
        let request = try #require(try client.receive(within: limit))
        #expect(try request.decode(Question.self).number == number)
        request.reply(Question.Reply(double: 2 * number))
      }
      let told = try client.request(Tell(), within: limit)
      #expect(told.outcomes == numbers.map { "\($0): \(2 * $0)" })
    }
  }

  @Test(
    "several requests may be on their way, and each gets its own answer, in whatever order it is taken",
    arguments: Carrier.allCases)
  func started(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let refused = try client.start(Refused(), within: limit)
      let started = try (1...20).map { try client.start(Echo(text: "\($0)"), within: limit) }
      // Nobody asks for this one: that is no harm to the others.
      _ = try client.start(Ping(), within: limit)
      for (index, request) in started.enumerated().reversed() {
        #expect(try request.answer().text == "\(index + 1)")
      }
      #expect(throws: BusError.self) { try refused.answer() }
      #expect(try client.request(Ping(), within: limit) == Acknowledged())
    }
  }

  @Test(
    "a late answer is a timeout that names operation, peer and limit, and comes to nothing",
    arguments: Carrier.allCases)
  func late(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let error = #expect(throws: BusError.self) {
        try client.request(Held(), within: .milliseconds(20))
      }
      #expect(error?.code == .timeout)
      #expect(error?.message == "\"test.held\" got no answer from service within 20 ms")
      #expect(
        error?.detail == ["operation": "test.held", "peer": "service", "limit": "20 ms"])
      // The late answer comes before this one's, and is taken for nobody's.
      _ = try client.request(Release(), within: limit)
      #expect(try client.request(Echo(text: "next"), within: limit).text == "next")
    }
  }

  @Test(
    "a request that is let go unanswered is answered as the service's failure",
    arguments: Carrier.allCases)
  func dropped(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let error = #expect(throws: BusError.self) {
        try client.request(Dropped(), within: limit)
      }
      #expect(error?.code == .internalFailure)
      #expect(try client.request(Tell(), within: limit).faults == ["unanswered"])
    }
  }

  @Test("a message is for the roles that its type names", arguments: Carrier.allCases)
  func roles(_ carrier: Carrier) throws {
    try carrier.withService(role: { _ in .desktopUser }) { clients in
      let client = try clients.connect()
      let error = #expect(throws: BusError.self) {
        try client.request(Privileged(), within: limit)
      }
      #expect(error?.code == .notPermitted)
      #expect(error?.message == "\"test.privileged\" is not for the role desktopUser")
      #expect(error?.hint == "it is for root")
      let own = #expect(throws: BusError.self) {
        try client.request(Question(number: 1), within: limit)
      }
      #expect(own?.hint == "only service sends it")
    }
    try carrier.withService(role: { _ in .root }) { clients in
      _ = try clients.connect().request(Privileged(), within: limit)
    }
  }

  @Test("a stranger is refused and not heard", arguments: Carrier.allCases)
  func stranger(_ carrier: Carrier) throws {
    try carrier.withService(role: { _ in nil }) { clients in
      let error = #expect(throws: BusError.self) {
        try clients.connect().request(Ping(), within: limit)
      }
      #expect(error?.code == .notPermitted)
      #expect(error?.message == "service does not serve user \(Credentials.own.uid)")
    }
  }

  @Test("what nobody handles or knows is refused", arguments: Carrier.allCases)
  func unknown(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      for attempt in [
        { () throws in _ = try client.request(Unhandled(), within: limit) },
        { () throws in _ = try client.request(Unknown(), within: limit) },
      ] {
        let error = #expect(throws: BusError.self, performing: attempt)
        #expect(error?.code == .unknownMessage)
      }
      #expect(try client.request(Echo(text: "on"), within: limit).text == "on")
    }
  }

  @Test("the service asks, and hears of each answer", arguments: Carrier.allCases)
  func asked(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      _ = try client.request(AskMe(numbers: [1, 2, 3]), within: limit)
      let first = try #require(try client.receive(within: limit))
      #expect(first.type == Question.name)
      #expect(first.time == TestService.now)
      first.reply(Question.Reply(double: 2))
      try #require(try client.receive(within: limit)).fail(BusError(.notFound, "no such number"))
      // The third is let go, which answers it.
      _ = try client.receive(within: limit)
      let told = try client.request(Tell(), within: limit)
      #expect(told.outcomes == ["1: 2", "2: notFound", "3: internalFailure"])
    }
  }

  @Test("nothing to receive is no error", arguments: Carrier.allCases)
  func nothing(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      #expect(try client.receive(within: .milliseconds(5)) == nil)
    }
  }

  @Test("a client that doesn't answer is a timeout for the service", arguments: Carrier.allCases)
  func silentClient(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      _ = try client.request(AskMe(numbers: [1], milliseconds: 1), within: limit)
      let question = try #require(try client.receive(within: limit))
      let timedOut = try poll(within: limit) {
        _ = try client.receive(within: .milliseconds(2))
        return try client.request(Tell(), within: limit).outcomes == ["1: timeout"]
      }
      #expect(timedOut)
      // Its answer is too late, and nobody minds.
      question.reply(Question.Reply(double: 2))
      #expect(try client.request(Tell(), within: limit).outcomes == ["1: timeout"])
    }
  }

  @Test(
    "a goodbye lets go of the peer and completes what it was asked",
    arguments: Carrier.allCases)
  func goodbye(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let watcher = try clients.connect("watcher")
      let client = try clients.connect("leaver")
      _ = try client.request(AskMe(numbers: [1]), within: limit)
      #expect(try watcher.request(Tell(), within: limit).peers == ["watcher", "leaver"])
      client.close()
      client.close()
      let isGone = try poll(within: limit) {
        try watcher.request(Tell(), within: limit).gone == ["leaver"]
      }
      #expect(isGone)
      let told = try watcher.request(Tell(), within: limit)
      #expect(told.outcomes == ["1: peerGone"])
      #expect(told.peers == ["watcher"])
      let error = #expect(throws: BusError.self) { try client.request(Ping(), within: limit) }
      #expect(error?.code == .closed)
    }
  }

  @Test("a connection that is forgotten says goodbye too", arguments: Carrier.allCases)
  func forgotten(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let watcher = try clients.connect("watcher")
      do {
        _ = try clients.connect("forgotten").request(Ping(), within: limit)
      }
      let isGone = try poll(within: limit) {
        try watcher.request(Tell(), within: limit).gone == ["forgotten"]
      }
      #expect(isGone)
    }
  }

  @Test(
    "two clients hold two sessions, and each gets its own answers",
    arguments: Carrier.allCases)
  func sessions(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let (one, other) = (try clients.connect("one"), try clients.connect("other"))
      #expect(one.serverSession == other.serverSession)
      #expect(one.serverSession.count == 16)
      _ = try one.request(AskMe(numbers: [1]), within: limit)
      _ = try other.request(AskMe(numbers: [2]), within: limit)
      let forOne = try #require(try one.receive(within: limit))
      let forOther = try #require(try other.receive(within: limit))
      #expect(try forOne.decode(Question.self).number == 1)
      #expect(try forOther.decode(Question.self).number == 2)
    }
  }

  @Test("a body above the limit isn't sent", arguments: Carrier.allCases)
  func tooLarge(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let client = try clients.connect()
      let frame = "{\"text\":\"\"}".utf8.count
      let most = (4 << 20) - frame
      let text = String(repeating: "x", count: most)
      #expect(try client.request(Echo(text: text), within: limit).text.utf8.count == most)
      let error = #expect(throws: BusError.self) {
        try client.request(Echo(text: text + "x"), within: limit)
      }
      #expect(error?.code == .tooLarge)
      #expect(try client.request(Echo(text: "on"), within: limit).text == "on")
    }
  }

  @Test("a name that can't stand in a line is refused", arguments: Carrier.allCases)
  func badName(_ carrier: Carrier) throws {
    try carrier.withService { clients in
      let error = #expect(throws: BusError.self) {
        try clients.connect("two words").request(Ping(), within: limit)
      }
      #expect(error?.code == .invalid)
    }
  }
}
