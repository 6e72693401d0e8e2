import Bus
import BusInspection
import EventLoop
import OpenAppLock

/// How the commands that look at messages reach the services of an instance.
struct ServiceReach {
  /// What they call themselves.
  static let name = "openapplock-bus"
  private static let limit = Duration.seconds(5)

  let instance: Instance

  /// Where a service listens.
  func socket(of service: KnownService) -> String {
    switch service {
    case .screentimed: instance.layout.platformSocket
    case .app: instance.layout.appSocket
    }
  }

  /// What people call a service.
  static func title(of service: KnownService) -> String {
    switch service {
    case .screentimed: "screentimed"
    case .app: "the app's service"
    }
  }

  /// Asks a service.
  ///
  /// - Throws: what it answered, or `unavailable`.
  func ask<R: BusRequest>(_ request: R, of service: KnownService) throws(Failure) -> R.Reply {
    do {
      let connection = try Bus.connect(
        to: socket(of: service), as: Self.name, version: openAppLockVersion, within: Self.limit)
      defer { connection.close() }
      return try connection.request(request, within: .seconds(30))
    } catch {
      throw Self.failure(error, of: service)
    }
  }

  /// Listens to a service's tap.
  ///
  /// - Throws: why it may not, or `unavailable`.
  func tap(_ service: KnownService, past: Int) throws(Failure) -> TapReader {
    do {
      return try Bus.subscribeTap(
        at: socket(of: service), as: Self.name, version: openAppLockVersion, past: past,
        within: Self.limit)
    } catch {
      throw Self.failure(error, of: service)
    }
  }

  /// Somebody who sends messages by name.
  ///
  /// - Throws: why it may not, or `unavailable`.
  func caller(
    _ service: KnownService, attributes: [String: String] = [:]
  ) throws(Failure) -> BusCaller {
    do {
      return try Bus.caller(
        to: socket(of: service), as: "openapplock-cli", version: openAppLockVersion,
        attributes: attributes, within: Self.limit)
    } catch {
      throw Self.failure(error, of: service)
    }
  }

  /// What a service's error is to whoever types.
  static func failure(_ error: BusError, of service: KnownService) -> Failure {
    let failure = Failure(error, service: title(of: service))
    guard error.code == .unreachable, error.hint?.contains("another account") != true else {
      return failure
    }
    return .unavailable(
      failure.message, hint: "openapplock up starts everything; --state names another instance")
  }
}
