package import Bus
import Glibc
public import ManagedSettings
public import ScreenTimeClient
package import ScreenTimeModel
package import ScreenTimeProtocol

/// The superclass of a shield configuration extension: it says what a shield shows.
///
/// A subclass overrides the `configuration` methods that it has something to say in, and
/// `extensionIdentifier` and `appGroup`, and is marked `@main`. It is asked anew each time a shield
/// is shown, and changes nothing.
open class ShieldConfigurationDataSource: ExtensionPrincipal {
  /// Makes the data source.
  public required init() {
    super.init()
  }

  /// Serves the extension: this is its program.
  public static func main() {
    exit(ExtensionProgram(self).run())
  }

  /// Says what the shield of an application shows that was chosen by itself.
  open func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// Says what the shield of an application shows that was chosen by its category; unless it is
  /// overridden, the same as for one that was chosen by itself.
  open func configuration(
    shielding application: Application, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(shielding: application)
  }

  /// Says what the shield of a site shows that was chosen by itself.
  open func configuration(shielding webDomain: WebDomain) -> ShieldConfiguration {
    ShieldConfiguration()
  }

  /// Says what the shield of a site shows that was chosen by its category; unless it is overridden,
  /// the same as for one that was chosen by itself.
  open func configuration(
    shielding webDomain: WebDomain, in category: ActivityCategory
  ) -> ShieldConfiguration {
    configuration(shielding: webDomain)
  }
}

extension ShieldConfigurationDataSource: ExtensionHandler {
  /// A shield configuration extension.
  package static var extensionPoint: ExtensionPoint { .shieldConfiguration }

  /// Asks the subclass what a shield shows.
  package func respond(to call: ShieldConfigure) throws(BusError) -> ShieldContent {
    let configuration = configuration(
      for: call.subject, category: call.category.map(ActivityCategory.init(token:)))
    return ShieldContent(
      title: configuration.title?.text, subtitle: configuration.subtitle?.text,
      primaryButton: configuration.primaryButtonLabel?.text,
      secondaryButton: configuration.secondaryButtonLabel?.text)
  }

  private func configuration(
    for subject: ShieldSubject, category: ActivityCategory?
  ) -> ShieldConfiguration {
    switch (subject, category) {
    case (.application(let token), nil): configuration(shielding: Application(token: token))
    case (.application(let token), let category?):
      configuration(shielding: Application(token: token), in: category)
    case (.webDomain(let token), nil): configuration(shielding: WebDomain(token: token))
    case (.webDomain(let token), let category?):
      configuration(shielding: WebDomain(token: token), in: category)
    }
  }
}
