import DeviceActivity
import Foundation
import ManagedSettings
import ScreenTimeClient
import ScreenTimeModel
import Testing

@Suite("An extension's program, called by hand")
struct ExtensionProgramTests {
  /// What a call of the program left behind.
  private struct Outcome {
    var status: Int32 = 0
    var output: [String] = []
    var errors: [String] = []
  }

  private func run<Handler: ExtensionHandler>(
    _ handler: Handler.Type, _ arguments: [String], input: String = ""
  ) -> Outcome {
    var outcome = Outcome()
    let console = ExtensionConsole(
      read: { Data(input.utf8) }, print: { outcome.output += lines($0) },
      complain: { outcome.errors += lines($0) })
    outcome.status = ExtensionProgram(handler).run(
      arguments: ["/usr/libexec/OnceMonitor"] + arguments, console: console)
    return outcome
  }

  private func lines(_ text: String) -> [String] {
    #expect(text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
  }

  private let once = ["--app-group", "/tmp", "--once"]
  private let body =
    #"{"activity":"focus","callback":"intervalDidStart","now":"2025-01-06T09:00:00Z","#
    + #""zone":"Europe/Berlin"}"#

  @Test("it describes itself by the names that its class gives")
  func describe() throws {
    let outcome = run(OnceMonitor.self, ["--describe"])
    #expect(outcome.status == 0)
    let text = try #require(outcome.output.first)
    let manifest = try JSONDecoder().decode(ExtensionManifest.self, from: Data(text.utf8))
    #expect(manifest.identifier == "dev.example.once")
    #expect(manifest.extensionPoint == .monitor)
    #expect(manifest.appGroup == "group.example")
    #expect(manifest.executable.hasPrefix("/"))
  }

  @Test("one call gives its answer and what it would have changed", arguments: [true, false])
  func once(wrapped: Bool) {
    let input = wrapped ? #"{"type":"activity.callback","body":\#(body)}"# : body
    let outcome = run(OnceMonitor.self, once, input: input)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == [
        #"{"answer":{},"effects":["#
          + #"{"body":{"changes":{"denyAppRemoval":true},"store":"rule-focus"},"#
          + #""type":"store.change"},"#
          + #"{"body":{"activity":"later","events":{},"schedule":{"interval":{"daily":"#
          + #"{"from":"10:15","repeats":false,"to":"10:30"}}}},"type":"activity.start"},"#
          + #"{"body":{"code":"seen","message":"true 1"},"type":"fault.report"},"#
          + #"{"body":{"activities":["later"]},"type":"activity.stop"}]}"#
      ])
    #expect(outcome.errors.isEmpty)
  }

  @Test("a call that fails says why and changes nothing", arguments: ["fail", "ask"])
  func failingCall(activity: String) {
    let input = body.replacingOccurrences(of: "focus", with: activity)
    let outcome = run(OnceMonitor.self, once, input: input)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.count == 1)
  }

  @Test(
    "a call that can't be understood is a usage error with one clear line",
    arguments: [
      ("", "is not JSON"),
      ("[]", "its top"),
      ("{}", #""callback""#),
      (#"{"type":"shield.act","body":{}}"#, "takes activity.callback, not shield.act"),
      (
        #"{"body":{"activity":"a","callback":"intervalDidStart","now":"noon","zone":"UTC"}}"#,
        "body.now"
      ),
      (
        #"{"activity":"a","callback":"midnight","now":"2025-01-06T09:00:00Z","zone":"UTC"}"#,
        "callback"
      ),
    ])
  func brokenCalls(input: String, problem: String) {
    let outcome = run(OnceMonitor.self, once, input: input)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.hasPrefix("OnceMonitor: the call ") == true)
    #expect(outcome.errors.first?.contains(problem) == true, "\(outcome.errors)")
  }

  @Test(
    "arguments that don't fit together are a usage error that says which",
    arguments: [
      (["--once"], "--once needs --app-group"),
      (["--service", "/tmp/x.sock"], "--service needs --app-group"),
      (["--app-group", "/tmp"], "one of --describe, --once and --service"),
      (["--app-group", "tmp", "--once"], "absolute"),
      (["--app-group", "/tmp/no/such/folder", "--once"], "/tmp/no/such/folder"),
      (["--app-group"], "needs a value"),
      (["--app-group=", "--once"], "absolute"),
      (["--describe", "--once", "--app-group", "/tmp"], "exclude each other"),
      (["--app-group", "/tmp", "--app-group", "/tmp", "--once"], "twice"),
      (["--app-group", "/tmp", "--service", "/x", "--with-parent", "me"], "--with-parent"),
      (["--verbose"], "--verbose"),
      (["focus"], "focus"),
      (["--describe=1"], "takes no value"),
    ])
  func usage(arguments: [String], problem: String) {
    let outcome = run(OnceMonitor.self, arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.first?.hasPrefix("OnceMonitor: ") == true)
    #expect(outcome.errors.first?.contains(problem) == true, "\(outcome.errors)")
    #expect(outcome.errors.dropFirst().allSatisfy { $0.hasPrefix("hint: ") })
  }

  @Test("called without anything it says in one line what it is and how it is started")
  func explain() {
    let outcome = run(OnceMonitor.self, [])
    #expect(outcome.status == 64)
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.contains("dev.example.once") == true)
    #expect(outcome.errors.first?.contains("--service") == true)
  }

  @Test("help and version are output, not errors", arguments: ["--help", "--version"])
  func help(option: String) {
    let outcome = run(OnceMonitor.self, [option])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains { $0.contains("OnceMonitor") })
    #expect(outcome.errors.isEmpty)
  }

  @Test("a class that doesn't say who it is can't be an extension")
  func nameless() {
    let outcome = run(DeviceActivityMonitor.self, ["--describe"])
    #expect(outcome.status == 70)
    #expect(outcome.errors.last?.contains("extensionIdentifier") == true)
  }
}

/// A monitor whose effects show what one call records.
private final class OnceMonitor: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.example.once" }
  override class var appGroup: String { "group.example" }

  override func intervalDidStart(for activity: DeviceActivityName) {
    switch activity.rawValue {
    case "fail": context.fail(code: "damaged", message: "no ledger")
    case "ask":
      // Nobody is there who knows, so this fails the call.
      _ = try? ManagedSettingsStore().settings()
      context.fail(code: "unreachable", message: "nobody knows")
    default: work()
    }
  }

  private func work() {
    let store = ManagedSettingsStore(named: .init("rule-focus"))
    let center = DeviceActivityCenter()
    let later = DeviceActivityName("later")
    store.application.denyAppRemoval = true
    do {
      try center.startMonitoring(
        later,
        during: DeviceActivitySchedule(
          intervalStart: DateComponents(hour: 10, minute: 15),
          intervalEnd: DateComponents(hour: 10, minute: 30), repeats: false))
    } catch {
      context.fail(code: error.code, message: error.message)
    }
    let denied = store.application.denyAppRemoval ?? false
    context.report(code: "seen", message: "\(denied) \(center.activities.count)")
    center.stopMonitoring([later])
  }
}
