package import Bus
import Glibc

/// The machine that a scenario is played on: everything in one process, or real processes.
///
/// The player asks and tells both kinds through the same messages; a machine adds only what no
/// message can do: starting, killing, switching off, and damaging a file.
package protocol SimulatedMachine: AnyObject {
  /// Starts everything at an instant; called once, first.
  func start(_ scenario: Scenario) throws(MachineError)
  /// A conversation with the app.
  func app() throws(MachineError) -> any BusConnection
  /// So many conversations with the app of somebody else each; whoever asks closes them.
  func appClients(_ count: Int) throws(MachineError) -> [any BusConnection]
  /// A conversation with the platform, with the right to steer it.
  func platform() throws(MachineError) -> any BusConnection
  /// Kills a process; what is needed again is started again.
  func kill(_ process: ScenarioProcess) throws(MachineError)
  /// Switches the machine off for so long, and on again.
  func reboot(after pause: Duration) throws(MachineError)
  /// Truncates a document in the middle; one that isn't there stays so.
  func damage(_ document: ScenarioDocument) throws(MachineError)
  /// Ends everything and removes what was made.
  func stop()
}

/// Why a machine could not do what a scenario asked of it.
package struct MachineError: Error, CustomStringConvertible, Sendable {
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }
}

extension ScenarioDocument {
  /// The document's file name in the app group.
  var fileName: String {
    switch self {
    case .snapshots: "snapshots.json"
    case .usage: "usage.json"
    case .openSessions: "open-sessions.json"
    case .shieldStores: "shield-stores.json"
    case .settings: "settings.json"
    }
  }

  /// Truncates the document in the middle; one that isn't there stays so.
  ///
  /// - Throws: ``MachineError`` where the file can't be changed.
  func truncate(in directory: String) throws(MachineError) {
    let path = directory + "/" + fileName
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard unsafe Glibc.truncate(path, status.st_size / 2) == 0 else {
      throw MachineError("\(path) could not be truncated")
    }
  }
}
