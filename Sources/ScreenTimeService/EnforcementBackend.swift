package import Enforcement
package import ScreenTimeModel

/// What makes a union true on this machine.
///
/// `--enforce none` and simulations have none.
package protocol EnforcementBackend: AnyObject {
  /// Makes the state true, as far as it can; it works out the difference itself.
  func apply(_ state: WantedState)
  /// Ends the processes of an application that is shielded, asked for by a press on its shield.
  func close(_ app: AppTarget)
  /// Which of these applications have a process of a supervised user.
  func running(among apps: [AppTarget], supervised: SupervisedUsers) -> Set<ApplicationToken>
  /// Whether what is wanted is made true; otherwise it is only worked out.
  var makesTrue: Bool { get }
  /// Called when the start of a shielded app was refused.
  var onDenied: ((DeniedLaunch) -> Void)? { get set }
  /// How well each means works here.
  var reports: [BackendReport] { get }
  /// The processes that are held.
  var frozen: [FrozenProcess] { get }
  /// Lets everything go that it holds.
  func stop()
}
