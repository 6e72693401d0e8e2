import FoundationEssentials
import Glibc

/// A folder for one machine, which goes with it.
package struct ScratchFolder {
  /// Where it is.
  package let path: String

  private static let places = ["/dev/shm", "/tmp"]
  /// A folder's name begins so, and goes on with the process that it belongs to.
  private static let prefix = "openapplock-simulation."

  /// Makes the folder where writing is cheapest: a simulation's documents need not outlive the machine.
  ///
  /// - Throws: ``MachineError`` with the system's reason.
  package init() throws(MachineError) {
    var reason = "no place is writable"
    for place in Self.places {
      Self.sweep(place)
      var template = Array("\(place)/\(Self.prefix)\(getpid()).XXXXXX".utf8CString)
      let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
        guard let base = buffer.baseAddress, unsafe mkdtemp(base) != nil else { return nil }
        return unsafe String(cString: base)
      }
      if let made {
        path = made
        return
      }
      reason = unsafe "\(place): \(String(cString: strerror(errno)))"
    }
    throw MachineError("no folder for the simulation: \(reason)")
  }

  /// Removes the folder with everything in it.
  package func remove() {
    Self.remove(path)
  }

  /// Removes what simulations left that were interrupted: their processes are gone.
  private static func sweep(_ place: String) {
    // A place that can't be listed has nothing of ours.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] {
      guard name.hasPrefix(prefix),
        let owner = Int32(name.dropFirst(prefix.count).prefix { $0 != "." }),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      remove(place + "/" + name)
    }
  }

  private static func remove(_ path: String) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // What remains is swept by the next simulation, or by the next start of the machine.
    }
  }
}
