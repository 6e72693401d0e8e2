import FoundationEssentials
import Glibc

/// A folder for one machine, which goes with it.
struct ScratchFolder {
  let path: String

  /// Makes the folder where writing is cheapest: a simulation's documents need not outlive the machine.
  ///
  /// - Throws: ``MachineError`` with the system's reason.
  init() throws(MachineError) {
    var reason = "no place is writable"
    for place in ["/dev/shm", "/tmp"] {
      var template = Array((place + "/openapplock-simulation.XXXXXX").utf8CString)
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
  func remove() {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      // What remains is in a place that the next start of the machine empties.
    }
  }
}
