import CLinux

/// The signals that a loop has taken over, and what to do for each.
final class SignalSource {
  /// Readable while one of the signals is pending.
  let descriptor: FileDescriptor
  private var bodies: [Int32: [() -> Void]]
  private var blockedHere: [Int32]

  /// Takes over the first signal.
  init(first number: Int32, _ body: @escaping () -> Void) throws(SystemError) {
    let before = eventloop_signal_block(number)
    guard before >= 0 else { throw .last("take over signal \(number)") }
    blockedHere = before == 0 ? [number] : []
    bodies = [number: [body]]
    descriptor = try FileDescriptor(
      checking: unsafe eventloop_signal_descriptor(-1, [number], 1), "take over signal \(number)")
  }

  deinit {
    for number in blockedHere { _ = eventloop_signal_unblock(number) }
  }

  /// Takes over one more signal, or adds a body for one that it has.
  func add(_ number: Int32, _ body: @escaping () -> Void) throws(SystemError) {
    guard bodies[number] == nil else {
      bodies[number, default: []].append(body)
      return
    }
    let before = eventloop_signal_block(number)
    guard before >= 0 else { throw .last("take over signal \(number)") }
    if before == 0 { blockedHere.append(number) }
    let numbers = bodies.keys + [number]
    let changed = unsafe eventloop_signal_descriptor(
      descriptor.raw, numbers, Int32(numbers.count))
    guard changed >= 0 else { throw .last("take over signal \(number)") }
    bodies[number] = [body]
  }

  /// Runs the bodies of the signals that are pending.
  func deliver() {
    while true {
      let number = eventloop_signal_read(descriptor.raw)
      guard number > 0 else { return }
      for body in bodies[number] ?? [] { body() }
    }
  }
}
