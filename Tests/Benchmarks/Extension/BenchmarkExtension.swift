import DeviceActivity

/// The smallest monitor extension: it takes every callback and does nothing, so that what remains is
/// what any extension costs.
@main
final class BenchmarkExtension: DeviceActivityMonitor {
  override class var extensionIdentifier: String { "dev.openapplock.benchmark" }
  override class var appGroup: String { "group.dev.openapplock.benchmark" }
}
