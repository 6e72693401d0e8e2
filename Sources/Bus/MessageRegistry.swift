/// The messages that a service knows, by name.
///
/// The bus's own are always among them.
package struct MessageRegistry {
  /// The messages of the bus itself.
  package static let busMessages: [any BusRequest.Type] = [Hello.self, Ping.self, Goodbye.self]

  /// Every message: the bus's own first, then in the order in which they were given.
  package let all: [any BusRequest.Type]
  private let byName: [MessageName: any BusRequest.Type]

  /// Lists the messages.
  ///
  /// Two of one name are a mistake of the program, and trap.
  package init(_ types: [any BusRequest.Type]) {
    all = MessageRegistry.busMessages + types
    var byName: [MessageName: any BusRequest.Type] = [:]
    for type in all {
      guard byName.updateValue(type, forKey: type.name) == nil else {
        preconditionFailure("two messages are called \"\(type.name)\"")
      }
    }
    self.byName = byName
  }

  /// The message of that name.
  package subscript(name: MessageName) -> (any BusRequest.Type)? { byName[name] }
}
