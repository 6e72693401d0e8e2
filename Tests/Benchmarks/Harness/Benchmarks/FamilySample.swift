import CompactJSON

/// What a family's server says to what is measured: the same from each, or there is nothing to compare.
enum FamilySample {
  /// What is each server's own: numbers at random, and the time.
  private static let own: Set<String> = [
    "challenge_id", "child_id", "device_id", "expires_at", "prompt", "question_id", "reward_id",
    "server_time",
  ]

  /// Asks for everything once, for a device that nothing was asked for yet.
  ///
  /// - Throws: `failed` for an answer that isn't the document's.
  static func take(_ caller: FamilyCaller, device: String) throws(BenchmarkError) -> [JSON] {
    let nobody = try caller.call("GET", "/v1/device/snapshot", "nobody", nil, expecting: 401)
    let before = try caller.call("GET", "/v1/device/snapshot", device, nil, expecting: 200)
    let challenge = try caller.call("POST", "/v1/device/challenges", device, nil, expecting: 201)
    let again = try caller.call("POST", "/v1/device/challenges", device, nil, expecting: 200)
    let answers = try answers(to: challenge)
    let path = "/v1/device/challenges/\(challenge["challenge_id"]?.string ?? "")/submit"
    let unfinished = try caller.call(
      "POST", path, device, submission(answers.dropLast()), expecting: 422)
    let result = try caller.call("POST", path, device, submission(answers[...]), expecting: 200)
    let repeated = try caller.call("POST", path, device, submission(answers[...]), expecting: 200)
    let after = try caller.call("GET", "/v1/device/snapshot", device, nil, expecting: 200)
    guard again == challenge, repeated == result else {
      throw .failed("an open challenge or a result is not given again")
    }
    let refusals = [nobody, unfinished].map { $0["error"]?["code"] ?? .null }
    return refusals + [before, challenge, result, after].map(withoutOwn)
  }

  private static func submission(_ answers: ArraySlice<JSON>) -> JSON {
    .object(["answers": .list(Array(answers))])
  }

  private static func answers(to challenge: JSON) throws(BenchmarkError) -> [JSON] {
    guard case .list(let questions)? = challenge["questions"] else {
      throw .failed("a challenge asks nothing: \(challenge.compact)")
    }
    return questions.map { question in
      .object([
        "question_id": question["question_id"] ?? .null,
        "value": .integer(solve(question["prompt"]?.string ?? "")),
      ])
    }
  }

  private static func solve(_ prompt: String) -> Int64 {
    let words = prompt.split(separator: " ")
    guard words.count == 3, let left = Int64(words[0]), let right = Int64(words[2]) else {
      return 0
    }
    return words[1] == "+" ? left + right : left - right
  }

  private static func withoutOwn(_ value: JSON) -> JSON {
    switch value {
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, own.contains(name) && value != .null ? .text("its own") : withoutOwn(value))
          }))
    case .list(let values): .list(values.map(withoutOwn))
    default: value
    }
  }
}
