package import EventLoop

/// Reads a service's tap.
package final class TapReader {
  package var lost: UInt64 { 0 }
  package func next(within limit: Duration) throws(BusError) -> TapRecord? { nil }
  package func attach(
    to loop: EventLoop, _ handler: @escaping (TapRecord) -> Void, gone: @escaping () -> Void
  ) throws(BusError) {}
  package func close() {}
}
