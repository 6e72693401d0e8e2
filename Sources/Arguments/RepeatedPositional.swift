/// The values that are left when the places before are filled; at least one, where that is asked.
package struct RepeatedPositional<Value: Sendable>: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter
  let parser: ValueParser<Value>

  /// Declares the values, each named as help and messages name it, `FILE`.
  package init(
    _ placeholder: String, _ help: String, atLeastOne: Bool = true, _ parser: ValueParser<Value>
  ) {
    self.parser = parser
    parameter = Parameter(
      .positional(isRequired: atLeastOne, isRepeated: true), placeholder, placeholder: placeholder,
      help: help, parser: parser)
  }
}
