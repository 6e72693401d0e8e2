/// A value known by its place, which may be left out.
package struct OptionalPositional<Value: Sendable>: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter
  let parser: ValueParser<Value>

  /// Declares a positional value, named as help and messages name it, `JSON`.
  package init(_ placeholder: String, _ help: String, _ parser: ValueParser<Value>) {
    self.parser = parser
    parameter = Parameter(
      .positional(isRequired: false, isRepeated: false), placeholder, placeholder: placeholder,
      help: help, parser: parser)
  }
}
