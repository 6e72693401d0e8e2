/// `--name VALUE` or `--name=VALUE`, at most once.
package struct Option<Value: Sendable>: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter
  let parser: ValueParser<Value>

  /// Declares an option; `placeholder` stands for its value in help.
  package init(
    _ name: String, _ placeholder: String, _ help: String, _ parser: ValueParser<Value>
  ) {
    self.parser = parser
    parameter = Parameter(
      .option(isRequired: false, isRepeated: false), name, placeholder: placeholder, help: help,
      parser: parser)
  }
}
