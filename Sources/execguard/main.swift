import ExecGuard
import Glibc

/// Descriptor 3 is the socket to the service.
///
/// By hand there is none, and the program says so.
func isSocket(_ descriptor: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
}

switch CommandLine.arguments.dropFirst().first {
case "--help":
  print(
    """
    execguard denies the start of shielded programs. screentimed starts it with a socket as
    descriptor 3; it is of no use by hand.
    """)
case "--version": print("execguard 1")
case nil where isSocket(3): exit(GuardProgram.run(control: 3))
default:
  let message = "execguard: screentimed starts it, with a socket as descriptor 3\n"
  _ = unsafe write(2, message, message.utf8.count)
  exit(64)
}
