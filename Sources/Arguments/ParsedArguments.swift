/// What was typed for a command, by its declarations.
///
/// Every value has been checked already when a program gets this. Still the accessors throw: asking
/// for something that the command doesn't declare is not possible to rule out by types.
package struct ParsedArguments: Sendable {
  private let values: [String: [String]]

  init(values: [String: [String]]) {
    self.values = values
  }

  /// Whether the flag was typed.
  package func isSet(_ flag: Flag) -> Bool { values[flag.parameter.title] != nil }

  /// The option's value; `nil` when it wasn't typed.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    try parsed(option.parameter, option.parser).first
  }

  /// The option's value.
  package func value<Value>(of option: RequiredOption<Value>) throws(UsageError) -> Value {
    try one(option.parameter, option.parser)
  }

  /// The option's values in the order in which they were typed.
  package func values<Value>(of option: RepeatedOption<Value>) throws(UsageError) -> [Value] {
    try parsed(option.parameter, option.parser)
  }

  /// The positional value.
  package func value<Value>(of positional: Positional<Value>) throws(UsageError) -> Value {
    try one(positional.parameter, positional.parser)
  }

  /// The positional value; `nil` when it was left out.
  package func value<Value>(of positional: OptionalPositional<Value>) throws(UsageError) -> Value? {
    try parsed(positional.parameter, positional.parser).first
  }

  /// The positional values in the order in which they were typed.
  package func values<Value>(
    of positional: RepeatedPositional<Value>
  ) throws(UsageError) -> [Value] {
    try parsed(positional.parameter, positional.parser)
  }

  private func one<Value>(
    _ parameter: Parameter, _ parser: ValueParser<Value>
  ) throws(UsageError) -> Value {
    guard let value = try parsed(parameter, parser).first else {
      throw UsageError("\(parameter.title) is missing")
    }
    return value
  }

  private func parsed<Value>(
    _ parameter: Parameter, _ parser: ValueParser<Value>
  ) throws(UsageError) -> [Value] {
    var parsed: [Value] = []
    for text in values[parameter.title] ?? [] {
      do {
        parsed.append(try parser.parse(text))
      } catch {
        throw UsageError("\(parameter.title): \(error)", hint: (error as? UsageError)?.hint)
      }
    }
    return parsed
  }
}
