package import Bus
import OpenAppLockProtocol
import ScreenTimeProtocol

/// The services whose messages can be looked at, driven and recorded.
package enum KnownService: String, Codable, CaseIterable, Sendable {
  /// The Screen Time service.
  case screentimed
  /// The app.
  case app

  /// Its messages, as this release knows them.
  package var registry: MessageRegistry {
    switch self {
    case .screentimed: ScreenTimeMessages.registry()
    case .app: OpenAppLockMessages.registry()
    }
  }

  /// The names of its messages.
  package var messageNames: [String] {
    var names: [String] = []
    for type in registry.all { names.append(type.name.text) }
    return names
  }

  /// The services that know a message, in order.
  package static func knowing(_ type: MessageName) -> [KnownService] {
    allCases.filter { $0.registry[type] != nil }
  }

  /// Every message of any service, each once.
  package static var allMessages: [any BusRequest.Type] {
    var seen: Set<MessageName> = []
    return allCases.flatMap(\.registry.all).filter { seen.insert($0.name).inserted }
  }

  /// The message of a name, whichever service knows it.
  package static func message(_ type: MessageName) -> (any BusRequest.Type)? {
    knowing(type).first?.registry[type]
  }
}
