import FamilyDevice
import Glibc

/// What goes wrong again and again in a program that goes on is said once, and said again after it went right.
final class Complaints {
  private var last: [String: DeviceError] = [:]

  /// Does something, and says why it didn't work unless it said so last time.
  func attempt(_ what: String, _ work: () throws(DeviceError) -> Void) {
    do {
      try work()
      if last.removeValue(forKey: what) != nil {
        print("\(FamilyDeviceProgram.name): \(what) works again")
        fflush(nil)
      }
    } catch {
      if error != last[what] { FamilyDeviceProgram.say(error) }
      last[what] = error
    }
  }
}
