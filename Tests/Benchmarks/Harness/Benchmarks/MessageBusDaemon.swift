import Glibc

/// A D-Bus daemon of this run's own, with a bus that nobody else knows.
final class MessageBusDaemon {
  /// Where its bus is.
  let address: String
  private let child: Child

  /// Starts the daemon and waits until its bus is there.
  ///
  /// - Throws: `skipped` where there is no daemon, `failed` when it doesn't start.
  init(in run: Run, folder: String) throws(BenchmarkError) {
    let program = "/usr/bin/dbus-daemon"
    guard isProgram(program) else { throw .skipped("there is no \(program)") }
    address = "unix:path=" + folder + "/dbus.sock"
    let configuration = try run.scratch.write(
      Array(MessageBusDaemon.configuration(listeningAt: address).utf8),
      to: "dbus\(run.nextNumber()).conf")
    child = try Child(
      program, ["--config-file=" + configuration, "--nofork", "--nopidfile", "--print-address"],
      ending: .terminate, in: run)
    _ = try child.readLine(within: .seconds(10))
  }

  /// Ends the daemon.
  func end() {
    child.end()
  }

  private static func configuration(listeningAt address: String) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
