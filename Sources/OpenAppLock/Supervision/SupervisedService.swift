/// A program that `up` keeps running.
package struct SupervisedService: Hashable, Sendable {
  /// What people call it.
  package let name: String
  /// The absolute path of its program.
  package let path: String
  /// Its arguments.
  package let arguments: [String]
  /// The socket whose answer to hello says that it is ready.
  package let socket: String
  /// How long it may take to end by itself.
  package let grace: Duration

  /// Describes a program.
  package init(
    name: String, path: String, arguments: [String], socket: String, grace: Duration
  ) {
    self.name = name
    self.path = path
    self.arguments = arguments
    self.socket = socket
    self.grace = grace
  }
}
