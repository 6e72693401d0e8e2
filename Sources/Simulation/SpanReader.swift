/// Reads spans of time as scenarios write them: `90s`, `15m`, `8h`, `2d`, joined as `1h30m`.
package enum SpanReader {
  /// A span, not negative, at most ten years.
  ///
  /// - Throws: ``ScenarioError`` that shows the accepted spelling.
  package static func duration(_ text: String) throws(ScenarioError) -> Duration {
    var seconds = 0
    var number: Int?
    for character in text {
      if let digit = character.wholeNumberValue, character.isASCII {
        number = min((number ?? 0) * 10 + digit, 1_000_000_000)
      } else if let count = number, let unit = units[character] {
        seconds += min(count, longest / unit + 1) * unit
        number = nil
      } else {
        throw malformed(text)
      }
    }
    guard number == nil, !text.isEmpty else { throw malformed(text) }
    guard seconds <= longest else {
      throw ScenarioError(at: "", "\"\(text)\" is too long; a span has at most 3660d, ten years")
    }
    return .seconds(seconds)
  }

  /// A span with a sign: `+3h` or `-90m`.
  ///
  /// - Throws: ``ScenarioError`` that shows the accepted spelling.
  package static func shift(_ text: String) throws(ScenarioError) -> Duration {
    switch text.first {
    case "+": return try duration(String(text.dropFirst()))
    case "-": return .zero - (try duration(String(text.dropFirst())))
    default: throw ScenarioError(at: "", "\"\(text)\" needs a sign, such as +3h or -90m")
    }
  }

  /// What becomes of callbacks: `normal`, `drop`, `duplicate`, `reverse` or `delay 10m`.
  ///
  /// - Throws: ``ScenarioError`` that shows the accepted spellings.
  package static func weather(_ text: String) throws(ScenarioError) -> ScenarioWeather {
    switch text {
    case "normal": return .normal
    case "drop": return .drop
    case "duplicate": return .duplicate
    case "reverse": return .reverse
    default:
      guard text.hasPrefix("delay ") else {
        throw ScenarioError(
          at: "", "\"\(text)\" is none of normal, drop, duplicate, reverse, delay 10m")
      }
      let delay = try duration(String(text.dropFirst("delay ".count)))
      guard delay > .zero else {
        throw ScenarioError(at: "", "a delay of no length is none; normal says that there is none")
      }
      return .delay(delay)
    }
  }

  /// The longest span, which is also how far a scenario goes on at once.
  static let longestSpan = Duration.seconds(longest)

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  private static let longest = 3660 * 86_400

  private static func malformed(_ text: String) -> ScenarioError {
    ScenarioError(at: "", "\"\(text)\" is no span of time; one is 90s, 15m, 8h or 2d")
  }
}
