package import Bus
import Glibc
public import ScreenTimeClient
public import ScreenTimeModel
package import ScreenTimeProtocol

/// The superclass of a shield action extension: it is told what a person pressed on a shield.
///
/// A subclass overrides `handle(action:for:completionHandler:)`, `extensionIdentifier` and
/// `appGroup`, and is marked `@main`.
open class ShieldActionDelegate: ExtensionPrincipal {
  private var refusal: ShieldRefusal?

  /// Makes the delegate.
  public required init() {
    super.init()
  }

  /// Serves the extension: this is its program.
  public static func main() {
    exit(ExtensionProgram(self).run())
  }

  /// Handles a press on the shield of an application.
  ///
  /// - Parameter completionHandler: To be called once, before the method returns; nothing waits for
  ///   it afterwards. Without it the press fails, and the shield stays.
  open func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }

  /// Handles a press on the shield of a site.
  ///
  /// - Parameter completionHandler: To be called once, before the method returns; nothing waits for
  ///   it afterwards. Without it the press fails, and the shield stays.
  open func handle(
    action: ShieldAction, for webDomain: WebDomainToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(.none)
  }

  /// Says why the press that is being handled is refused; it goes along with the response.
  ///
  /// - Parameters:
  ///   - code: A word for programs, such as `noOpensLeft`.
  ///   - message: One sentence for whoever pressed.
  public func refuse(code: String, message: String) {
    refusal = ShieldRefusal(code: code, message: message)
  }
}

extension ShieldActionDelegate: ExtensionHandler {
  /// A shield action extension.
  package static var extensionPoint: ExtensionPoint { .shieldAction }

  /// Hands a press to the subclass and tells what came of it.
  ///
  /// - Throws: `internalFailure` when the completion handler was not called.
  package func respond(to call: ShieldAct) throws(BusError) -> ShieldOutcome {
    refusal = nil
    var response: ShieldActionResponse?
    let complete = { (answer: ShieldActionResponse) in
      // The first answer counts: what it led to cannot be taken back.
      if response == nil { response = answer }
    }
    switch call.subject {
    case .application(let token):
      handle(action: call.action, for: token, completionHandler: complete)
    case .webDomain(let token):
      handle(action: call.action, for: token, completionHandler: complete)
    }
    guard let response else {
      throw BusError(
        code: .internalFailure,
        message: "\(Self.extensionIdentifier) returned without answering the press")
    }
    return ShieldOutcome(response: response, refusal: refusal)
  }
}
