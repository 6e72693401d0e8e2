/// First in, first out, without moving what waits each time one leaves.
struct WorkQueue {
  private var bodies: [() -> Void] = []
  private var head = 0

  /// Whether nothing waits.
  var isEmpty: Bool { head == bodies.count }

  /// How many wait.
  var count: Int { bodies.count - head }

  /// Adds a body behind the others.
  mutating func append(_ body: @escaping () -> Void) {
    bodies.append(body)
  }

  /// Takes the body that has waited longest.
  mutating func popFirst() -> (() -> Void)? {
    guard !isEmpty else { return nil }
    let body = bodies[head]
    head += 1
    if head == bodies.count || head >= 1024 {
      bodies.removeFirst(head)
      head = 0
    }
    return body
  }
}
