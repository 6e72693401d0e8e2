/// Whether one means of enforcement works here, and what is missing if it doesn't.
package struct BackendReport: Hashable, Sendable {
  /// The means' short name, such as `execguard`.
  package let name: String
  /// What it does, in a few words.
  package let purpose: String
  /// Whether it works here, now.
  package let works: Bool
  /// What is therefore not enforced: sentences for people, empty when nothing is missing.
  package let notEnforced: [String]
  /// What would make it work.
  package let hint: String?

  /// Makes a report.
  package init(
    name: String, purpose: String, works: Bool, notEnforced: [String] = [], hint: String? = nil
  ) {
    self.name = name
    self.purpose = purpose
    self.works = works
    self.notEnforced = notEnforced
    self.hint = hint
  }
}
