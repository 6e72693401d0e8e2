/// A command: its name, what it takes, the commands below it, and what it does.
///
/// It reads as a declaration:
///
/// ```swift
/// Command("unblock", "Pauses a rule until its window ends", does: Rules.unblock) {
///   Rules.rule
///   Rules.reason
/// }
/// ```
///
/// `Action` is whatever the program wants to get back for the command that was typed, mostly a
/// function. A command without one needs a command below it; its options hold for all commands below
/// it, and may be typed before or after their names. A command with an action has its options for
/// itself.
package struct Command<Action> {
  let name: String
  let summary: String
  let details: String
  let action: Action?
  let parameters: [Parameter]
  /// What holds for the commands below as well.
  var inheritedParameters: [Parameter] {
    action == nil ? parameters.filter { !$0.isPositional } : []
  }
  let subcommands: [Command]

  /// Declares a command.
  ///
  /// - Parameters:
  ///   - name: what is typed, `unblock`.
  ///   - summary: what it does, in one line without a full stop.
  ///   - details: what help says beyond that.
  ///   - action: what the program gets back; `nil` when a command below has to be typed.
  ///   - subcommands: the commands below.
  ///   - members: what it takes; positional values in their order.
  package init(
    _ name: String, _ summary: String, details: String = "", does action: Action? = nil,
    subcommands: [Command] = [], @CommandBuilder _ members: () -> [Parameter] = { [] }
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.action = action
    self.subcommands = subcommands
    parameters = members()
    precondition(
      Set(parameters.map(\.title)).count == parameters.count,
      "the command \(name) declares something twice")
    precondition(
      Set(subcommands.map(\.name)).count == subcommands.count,
      "the command \(name) has two commands of one name")
  }
}

extension Command: Sendable where Action: Sendable {}
