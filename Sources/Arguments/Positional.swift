/// A value known by its place, which has to be there.
package struct Positional<Value: Sendable>: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter
  let parser: ValueParser<Value>

  /// Declares a positional value, named as help and messages name it, `RULE`.
  package init(_ placeholder: String, _ help: String, _ parser: ValueParser<Value>) {
    self.parser = parser
    parameter = Parameter(
      .positional(isRequired: true, isRepeated: false), placeholder, placeholder: placeholder,
      help: help, parser: parser)
  }
}
