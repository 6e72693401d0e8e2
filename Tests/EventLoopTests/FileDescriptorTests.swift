import EventLoop
import Glibc
import Testing

@Suite("Owned descriptors")
struct FileDescriptorTests {
  private func openNull() throws -> FileDescriptor {
    try FileDescriptor(checking: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC), "open")
  }

  @Test("a failed open is an error that names the operation, the file and the reason")
  func failedOpen() {
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor(
        checking: unsafe open("/nowhere/at/all", O_RDONLY), "open", path: "/nowhere/at/all")
    }
    #expect(error?.errno == ENOENT)
    #expect(error?.description == "could not open \"/nowhere/at/all\": No such file or directory")
  }

  @Test("a released descriptor stays open and is the caller's")
  func released() throws {
    let raw = try openNull().release()
    #expect(fcntl(raw, F_GETFD) >= 0)
    #expect(Glibc.close(raw) == 0)
  }

  @Test("a closed descriptor reports what the system said")
  func closed() throws {
    try openNull().close()
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor(adopting: -1).close()
    }
    #expect(error?.errno == EBADF)
  }
}
