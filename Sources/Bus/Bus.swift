/// How a client reaches a service.
package enum Bus {
  package static func connect(
    to path: String, as name: String, version: String, attributes: [String: String] = [:],
    within limit: Duration = .seconds(5)
  ) throws(BusError) -> any BusConnection {
    throw BusError(.unreachable, "not connected yet")
  }

  package static func subscribeTap(
    at path: String, within limit: Duration = .seconds(5)
  ) throws(BusError) -> TapReader {
    throw BusError(.unreachable, "not connected yet")
  }
}
