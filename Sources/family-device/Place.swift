import Arguments
import CLinux
import FamilyDevice
import FamilyShared
import Glibc

/// Where a machine keeps what it keeps, and what every command starts with.
struct Place {
  static let state = Option(
    "state", "DIR",
    "The state of the Screen Time service's instance (OPENAPPLOCK_STATE, or the usual one)",
    .text)
  static let service = Option(
    "service", "SOCKET", "The service's socket; the instance's own otherwise", .text)

  private let folder: String
  private let socket: String

  /// Reads the options.
  init(_ typed: ParsedArguments) throws {
    let given = try typed.value(of: Self.state) ?? Self.variable("OPENAPPLOCK_STATE")
    let own = given ?? (geteuid() == 0 ? nil : Self.userFolder())
    folder = own ?? "/var/lib/openapplock"
    guard folder.hasPrefix("/") else {
      throw UsageError("--state: \"\(folder)\" is no absolute path")
    }
    let run = own.map { $0 + "/run" } ?? "/run/openapplock"
    socket = try typed.value(of: Self.service) ?? run + "/screentimed.sock"
  }

  /// The machine.
  func device() throws -> ChildDevice {
    // Without a service there is no instance either, and that is what there is to say first.
    let platform = try platform()
    _ = unsafe mkdir(folder + "/groups", 0o700)  // The group's own making says what is wrong.
    return ChildDevice(
      files: try DeviceFiles(in: folder + "/family"),
      group: try FamilyGroup(at: folder + "/groups/" + FamilyIdentity.appGroup, creating: true),
      platform: platform, newInstallation: Self.newInstallation)
  }

  private func platform() throws(DeviceError) -> Platform {
    do {
      return try Platform(socket: socket)
    } catch {
      guard geteuid() != 0 else { throw error }
      throw DeviceError(
        error.code, error.message,
        hint: "this machine's own instance is its administrator's: sudo family-device …, where that"
          + " is allowed")
    }
  }

  /// A name that no other installation has.
  private static func newInstallation() -> String {
    String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// What this machine is called.
  static func machineName() -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "Linux" }
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "Linux" : name
  }

  /// Where an instance of a plain user is.
  private static func userFolder() -> String? {
    if let base = variable("XDG_STATE_HOME"), base.hasPrefix("/") { return base + "/openapplock" }
    return variable("HOME").map { $0 + "/.local/state/openapplock" }
  }

  private static func variable(_ name: String) -> String? {
    let value = unsafe getenv(name).map { unsafe String(cString: $0) }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }
}
