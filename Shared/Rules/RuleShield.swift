package import ScreenTimeModel

/// What rules write into their stores.
package enum RuleShield {
  /// What the rule's store says in a state; nothing at all unless the rule shields.
  package static func settings(for rule: RuleSnapshot, _ state: RuleState) -> StoreSettings {
    guard state.shields, let selection = rule.selection else { return StoreSettings() }
    return rule.configuration.behavior.shield(for: selection)
  }

  /// Whether the rule, while it shields, covers `subject`, an application of these categories or a site.
  package static func covers(
    _ subject: ShieldSubject, categories: Set<ActivityCategoryToken>, _ rule: RuleSnapshot
  ) -> Bool {
    guard let selection = rule.effectiveSelection else { return false }
    let settings = rule.configuration.behavior.shield(for: selection)
    return switch subject {
    case .application(let token): settings.shields(token, categories: categories)
    case .webDomain(let site):
      settings.shieldedWebDomains?.contains { site.isOrIsBelow($0) } ?? false
    }
  }
}

extension StoreSettings {
  /// Settings that shield what is chosen; what nobody chose says nothing.
  static func shielding(_ selection: FamilyActivitySelection) -> StoreSettings {
    var settings = StoreSettings()
    if !selection.applicationTokens.isEmpty {
      settings.shieldedApplications = selection.applicationTokens
    }
    if !selection.categoryTokens.isEmpty {
      settings.shieldedCategories = .specific(selection.categoryTokens, except: [])
    }
    if !selection.webDomainTokens.isEmpty {
      settings.shieldedWebDomains = selection.webDomainTokens
    }
    return settings
  }

  /// Settings that shield every application but these.
  static func shieldingEverything(except allowed: Set<ApplicationToken>) -> StoreSettings {
    var settings = StoreSettings()
    settings.shieldedCategories = .all(except: allowed)
    return settings
  }
}
