package import Bus

/// Stops the app's own loop, or has it run again, as if the app were closed or opened.
///
/// For simulations: refused with `invalid` unless the platform's clock is virtual. While the loop is
/// stopped nothing but the platform's callbacks makes shields follow the rules.
package struct AppLoop: BusRequest {
  /// Whether the loop runs.
  package let runs: Bool

  /// Makes the request.
  package init(runs: Bool) {
    self.runs = runs
  }

  package typealias Reply = Acknowledged

  package static let name: MessageName = "app.loop"
  package static let traits = MessageTraits(
    senders: .people,
    effect: .change,
    repeatable: true,
    summary: "Stops the app's own loop or has it run again; on a virtual clock only.")
  package static var example: AppLoop {
    AppLoop(runs: false)
  }
  package static var exampleReply: Reply {
    Acknowledged()
  }
  package static let fields: [Field] = [
    .field("runs", .boolean, "Whether the loop runs.")
  ]
  package static let errors: [MessageError] = [
    MessageError(.invalid, "the platform's clock is real")
  ]
}
