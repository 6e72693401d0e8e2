/// `--name VALUE` or `--name=VALUE`, as often as one likes.
package struct RepeatedOption<Value: Sendable>: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter
  let parser: ValueParser<Value>

  /// Declares an option; `placeholder` stands for one value in help.
  package init(
    _ name: String, _ placeholder: String, _ help: String, _ parser: ValueParser<Value>
  ) {
    self.parser = parser
    parameter = Parameter(
      .option(isRequired: false, isRepeated: true), name, placeholder: placeholder, help: help,
      parser: parser)
  }
}
