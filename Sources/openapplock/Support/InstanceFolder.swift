import EventLoop
import OpenAppLock

/// An instance's folders and locks, with errors as the command line prints them.
enum InstanceFolder {
  /// Makes and checks the folders.
  ///
  /// - Throws: a failure that says which folder is wrong, and how.
  static func prepare(_ layout: StateLayout) throws(Failure) {
    do {
      try StateFolder.prepare(layout)
    } catch {
      throw Failure("unsafeFolder", error.message, hint: error.hint)
    }
  }

  /// Takes a lock that only one process has.
  ///
  /// - Throws: a failure that names the process which has it.
  static func lock(_ path: String, _ what: String) throws(Failure) -> InstanceLock {
    do {
      return try InstanceLock(at: path, within: InstanceLock.leaving)
    } catch {
      switch error {
      case .held(let pid):
        let process = pid.map { "process \($0)" } ?? "another process"
        throw Failure(
          "alreadyRunning", "\(what) runs on this state already: \(process)",
          hint: "end that one, or choose another place with --state DIR")
      case .failed(let reason):
        throw Failure("notStored", reason.description)
      }
    }
  }
}
