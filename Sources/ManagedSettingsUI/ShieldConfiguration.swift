/// What a shield shows.
///
/// `nil` in any field leaves the service's own.
///
/// Colours, blur and icons are the presenter's matter here: a shield is shown in a window, a
/// notification or a terminal.
public struct ShieldConfiguration: Hashable, Sendable {
  /// A text on a shield.
  public struct Label: Hashable, Sendable {
    /// The text, in plain characters.
    public let text: String

    /// Makes a label.
    public init(text: String) {
      self.text = text
    }
  }

  /// The title.
  public let title: Label?
  /// The text below the title.
  public let subtitle: Label?
  /// The label of the first button.
  public let primaryButtonLabel: Label?
  /// The label of the second button; there is no such button without one.
  public let secondaryButtonLabel: Label?

  /// Makes a configuration.
  public init(
    title: Label? = nil,
    subtitle: Label? = nil,
    primaryButtonLabel: Label? = nil,
    secondaryButtonLabel: Label? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.primaryButtonLabel = primaryButtonLabel
    self.secondaryButtonLabel = secondaryButtonLabel
  }
}
