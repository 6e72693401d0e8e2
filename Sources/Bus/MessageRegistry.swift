/// The messages that a service knows, by name.
///
/// The bus's own are always among them.
package struct MessageRegistry {
  /// The messages of the bus itself.
  package static let busMessages: [any BusRequest.Type] = [
    Hello.self, Ping.self, Goodbye.self, BusMessages.self, BusPeers.self, TapOpen.self,
    TapRecords.self,
  ]

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

  /// What nobody who looks is shown, for the messages that have such fields.
  var masks: [MessageName: (request: SecretMask?, reply: SecretMask?)] {
    var masks: [MessageName: (request: SecretMask?, reply: SecretMask?)] = [:]
    for type in all {
      let (request, reply) = (SecretMask(type.fields), SecretMask(type.replyFields))
      if request != nil || reply != nil { masks[type.name] = (request, reply) }
    }
    return masks
  }

  /// The message of that name.
  package subscript(name: MessageName) -> (any BusRequest.Type)? { byName[name] }
}
