package import AppGroup

/// What the user set for all rules.
package final class GroupSettings {
  private let document: GroupDocument<Content>

  /// Which version of the document was seen, and which is there.
  var version: any VersionedDocument { document }

  init(_ group: AppGroup, _ faults: FaultList) {
    document = GroupDocument(
      DocumentName("settings"), in: group, empty: Content(uninstallProtection: false),
      reportingTo: faults)
  }

  /// Whether apps may not be removed while a hard rule blocks, as far as that is known.
  package func readUninstallProtection() -> Found<Bool> {
    let found = document.read()
    return Found(found.content?.uninstallProtection, fault: found.fault)
  }

  /// Whether apps may not be removed while a hard rule blocks.
  ///
  /// - Throws: what is wrong with the document, where nothing is known.
  package func uninstallProtection() throws(GroupFault) -> Bool {
    let found = readUninstallProtection()
    if let content = found.content { return content }
    throw found.fault ?? .damaged("settings.json cannot be read")
  }

  /// Sets whether apps may not be removed while a hard rule blocks.
  ///
  /// Whether that is allowed now is the policy's matter.
  ///
  /// - Throws: what the directory says; the setting is as it was then.
  package func setUninstallProtection(_ isOn: Bool) throws(AppGroupError) {
    try document.update { $0.uninstallProtection = isOn }
    // Nothing else knows what was set; it is set all the same where this fails.
    try? document.secure()
  }
}

/// The document's content.
private struct Content: Codable, Sendable {
  var uninstallProtection: Bool
}
