/// Collects what a command takes.
@resultBuilder
package enum CommandBuilder {
  /// Takes one declaration.
  package static func buildExpression(_ member: some CommandMember) -> [Parameter] {
    [member.parameter]
  }

  /// Takes declarations that several commands share.
  package static func buildExpression(_ members: [any CommandMember]) -> [Parameter] {
    members.map(\.parameter)
  }

  /// Joins the declarations.
  package static func buildBlock(_ members: [Parameter]...) -> [Parameter] {
    members.flatMap { $0 }
  }
}
