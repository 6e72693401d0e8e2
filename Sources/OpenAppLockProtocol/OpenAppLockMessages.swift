package import Bus

/// Every message of the app.
///
/// A new message is a file of its own and a line here; the goldens, the tables of the protocol
/// document and the checks of who may send it follow from that.
package enum OpenAppLockMessages {
  /// The messages, in the order of the protocol document.
  package static let all: [any BusRequest.Type] = [
    RuleList.self,
    RuleShow.self,
    RulePreview.self,
    RuleAdd.self,
    RuleEdit.self,
    RuleEnable.self,
    RuleDisable.self,
    RuleUnblock.self,
    RuleRemove.self,
    ListList.self,
    ListShow.self,
    ListAdd.self,
    ListEdit.self,
    ListRemove.self,
    SettingsGet.self,
    SettingsSet.self,
    AppStatus.self,
    AppRefresh.self,
    AppLoop.self,
    AppShield.self,
    AppPress.self,
  ]

  /// The registry of the app's service.
  package static func registry() -> MessageRegistry { MessageRegistry(all) }
}
