/// What a command's declaration can have: an option, a flag, a positional value.
package protocol CommandMember: Sendable {
  /// The declaration without its type.
  var parameter: Parameter { get }
}
