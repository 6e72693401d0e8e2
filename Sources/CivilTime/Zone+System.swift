import Glibc

extension Zone {
  /// The name of the zone that this machine is set to now; `nil` when nothing says.
  ///
  /// Asked are, in this order, the environment's `TZ`, the link `/etc/localtime`, which is what the
  /// C library's clocks follow, and `/etc/timezone`. The name is well-formed; whether the machine has
  /// the zone shows when it is used.
  public static func systemIdentifier() -> String? {
    let environment = unsafe getenv("TZ")
    return systemIdentifier(
      environment: unsafe environment.map { unsafe String(cString: $0) },
      localtime: "/etc/localtime", timezone: "/etc/timezone")
  }

  /// Asks these sources.
  static func systemIdentifier(
    environment: String?, localtime: String, timezone: String
  ) -> String? {
    environment.flatMap(ZoneName.fromEnvironment)
      ?? SmallFile.target(ofLink: localtime).flatMap(ZoneName.fromPath)
      ?? SmallFile.read(timezone, limit: 4096).flatMap(ZoneName.fromFile)
  }
}
