/// What kind of callback an extension takes.
public enum ExtensionPoint: String, CaseIterable, Hashable, Sendable, Codable {
  /// `DeviceActivityMonitor`: intervals and thresholds.
  case monitor = "device-activity-monitor"
  /// `ShieldConfigurationDataSource`: what a shield shows.
  case shieldConfiguration = "shield-configuration"
  /// `ShieldActionDelegate`: what a press does.
  case shieldAction = "shield-action"
}

/// Describes an extension: who it is, what it takes, whose it is and which program it is.
public struct ExtensionManifest: Hashable, Sendable, Codable {
  /// A reverse-domain name, unique on the machine.
  public let identifier: String
  /// What it takes.
  public let extensionPoint: ExtensionPoint
  /// The app group whose directory and stores it shares.
  public let appGroup: String
  /// The absolute path of its program.
  public let executable: String

  /// Makes a manifest.
  public init(
    identifier: String, extensionPoint: ExtensionPoint, appGroup: String, executable: String
  ) {
    self.identifier = identifier
    self.extensionPoint = extensionPoint
    self.appGroup = appGroup
    self.executable = executable
  }
}
