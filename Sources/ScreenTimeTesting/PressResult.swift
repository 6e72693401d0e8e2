public import ScreenTimeModel
import ScreenTimeProtocol

/// What came of a press on a shield.
public struct PressResult: Hashable, Sendable {
  /// What the action extension answered.
  public let response: ShieldActionResponse
  /// Why the press was refused, where it was.
  public let refusal: ShieldRefusal?
  /// Whether the application or site is still under a shield.
  public let isShielded: Bool

  init(_ reply: ShieldPress.Reply) {
    response = reply.response
    refusal = reply.refusal
    isShielded = reply.shielded
  }
}
