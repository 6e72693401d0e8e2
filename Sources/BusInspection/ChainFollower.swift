import Bus

/// Follows a chain of causes: what led to a message, what it led to, and what that led to.
///
/// A message says which one caused it; from those links the first cause of each is known, and all that
/// has the same first cause is one chain, whichever services it goes through.
package struct ChainFollower {
  /// A message of the chain, and how many causes stand above it.
  package struct Link: Sendable {
    /// The message.
    package let message: SeenMessage
    /// How many causes stand above it.
    package let depth: Int
  }

  private struct Node {
    let cause: MessageReference?
    let first: MessageReference
    let depth: Int
  }

  /// How many messages are remembered.
  private static let limit = 8192
  private let wanted: ShortReference
  private var nodes: [MessageReference: Node] = [:]
  private var order: [MessageReference] = []
  /// What came before it was known which chain is meant.
  private var waiting: [SeenMessage] = []
  private var first: MessageReference?

  /// Follows the chain of a message.
  package init(_ reference: ShortReference) {
    wanted = reference
  }

  /// Whether the message that was named has been seen.
  package var hasFound: Bool { first != nil }

  /// Takes a message; answers what of the chain can be shown now, in order.
  package mutating func take(_ message: SeenMessage) -> [Link] {
    guard let reference = message.record.reference else { return [] }
    note(reference, message.record.cause)
    if let first {
      return nodes[reference]?.first == first ? [link(message, reference)] : []
    }
    waiting.append(message)
    if waiting.count > ChainFollower.limit { waiting.removeFirst(ChainFollower.limit / 2) }
    // An answer belongs to the chain of its request, so either names it.
    guard wanted.names(reference) || message.record.cause.map(wanted.names) == true else {
      return []
    }
    first = nodes[reference]?.first
    defer { waiting = [] }
    return waiting.compactMap { earlier in
      guard let reference = earlier.record.reference, nodes[reference]?.first == first else {
        return nil
      }
      return link(earlier, reference)
    }
  }

  private func link(_ message: SeenMessage, _ reference: MessageReference) -> Link {
    Link(message: message, depth: nodes[reference]?.depth ?? 0)
  }

  private mutating func note(_ reference: MessageReference, _ cause: MessageReference?) {
    let above = cause.flatMap { nodes[$0] }
    nodes[reference] = Node(
      cause: cause, first: above?.first ?? cause ?? reference,
      depth: above.map { $0.depth + 1 } ?? (cause == nil ? 0 : 1))
    order.append(reference)
    guard order.count > ChainFollower.limit else { return }
    for old in order.prefix(ChainFollower.limit / 2) { nodes[old] = nil }
    order.removeFirst(ChainFollower.limit / 2)
  }
}
