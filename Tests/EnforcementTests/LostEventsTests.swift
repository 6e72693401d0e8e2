import CLinux
import Glibc
import TestSupport
import Testing

@Suite("Starts that the kernel tells of faster than anybody listens")
struct LostEventsTests {
  @Test("what doesn't fit is said to be lost, and what comes afterwards is heard again")
  func lost() throws {
    let connector = oal_proc_connector_open(4_096)
    guard connector >= 0 else { return Skip.say("the kernel doesn't let us listen to starts") }
    defer { close(connector) }
    // Nobody reads while far more processes start than there is room for.
    for _ in 0..<64 { #expect(reasonNotToStart("/bin/true") == 0) }
    var reasons: Set<Int32> = []
    var pid: Int32 = 0
    let isEmptied = poll(within: .seconds(30)) {
      let result = unsafe oal_proc_connector_next(connector, &pid)
      if result < 0 { reasons.insert(errno) }
      return result == 0 && !reasons.isEmpty
    }
    #expect(isEmptied)
    #expect(reasons == [ENOBUFS])
    #expect(reasonNotToStart("/bin/true") == 0)
    let isHeard = poll(within: .seconds(30)) {
      unsafe oal_proc_connector_next(connector, &pid) == 1
    }
    #expect(isHeard)
    #expect(pid > 0)
  }
}
