/// `--name`: there or not.
package struct Flag: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter

  /// Declares a flag.
  package init(_ name: String, _ help: String) {
    parameter = Parameter(.flag, name, help: help)
  }
}
