/// What a person pressed on a shield.
public enum ShieldAction: String, Hashable, Sendable, Codable {
  /// The button that closes the app.
  case primaryButtonPressed = "primary"
  /// The second button, for OpenAppLock "Open".
  case secondaryButtonPressed = "secondary"
}

/// What becomes of a shield after a press.
public enum ShieldActionResponse: String, Hashable, Sendable, Codable {
  /// The shield stays as it is.
  case none
  /// The app closes.
  case close
  /// The shield is worked out anew; it goes away when nothing shields the app any more.
  case `defer`
}

/// Why a press was refused, for whoever pressed: a code for programs and a sentence for people.
public struct ShieldRefusal: Hashable, Sendable, Codable {
  /// A code of the scenario format, such as `noOpensLeft` or `blockedByOther`.
  public let code: String
  /// One sentence.
  public let message: String

  /// Makes a refusal.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// What the shield of an app shows, in plain text.
public struct ShieldContent: Hashable, Sendable, Codable {
  /// The title; `nil` leaves the service's own.
  public var title: String?
  /// The text below the title.
  public var subtitle: String?
  /// The label of the first button; `nil` leaves the service's own, "OK".
  public var primaryButton: String?
  /// The label of the second button; `nil` for none.
  public var secondaryButton: String?

  /// Makes a shield's content.
  public init(
    title: String? = nil, subtitle: String? = nil, primaryButton: String? = nil,
    secondaryButton: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.primaryButton = primaryButton
    self.secondaryButton = secondaryButton
  }
}

/// What a shield stands in front of.
public enum ShieldSubject: Hashable, Sendable, Codable {
  /// An application.
  case application(ApplicationToken)
  /// A site.
  case webDomain(WebDomainToken)

  private enum CodingKeys: String, CodingKey {
    case application
    case webDomain
  }

  /// Reads the value from a document, and refuses what is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if container.contains(.application) {
      self = .application(try container.decode(ApplicationToken.self, forKey: .application))
    } else {
      self = .webDomain(try container.decode(WebDomainToken.self, forKey: .webDomain))
    }
  }

  /// Writes the value to a document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .application(let token): try container.encode(token, forKey: .application)
    case .webDomain(let token): try container.encode(token, forKey: .webDomain)
    }
  }
}
