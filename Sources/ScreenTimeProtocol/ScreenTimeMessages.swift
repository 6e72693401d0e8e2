package import Bus

/// Every message of the Screen Time service.
///
/// A new message is a file of its own and a line here; the goldens, the tables of the protocol
/// document and the checks of who may send it follow from that.
package enum ScreenTimeMessages {
  /// The messages, in the order of the protocol document.
  package static let all: [any BusRequest.Type] = [
    StoreChange.self,
    StoreRead.self,
    StoreList.self,
    ActivityStart.self,
    ActivityStop.self,
    ActivityList.self,
    ActivityCallback.self,
    ShieldShow.self,
    ShieldPress.self,
    ShieldWatch.self,
    ShieldAppeared.self,
    ShieldConfigure.self,
    ShieldAct.self,
    UsageForeground.self,
    UsageRead.self,
    ClockRead.self,
    ClockAdvance.self,
    ClockSubscribe.self,
    ClockTick.self,
    ClockAccept.self,
    ClockShift.self,
    ClockZone.self,
    ClockSleep.self,
    CallbacksWeather.self,
    CatalogList.self,
    CatalogCheck.self,
    LimitsRead.self,
    SupervisionSet.self,
    FaultReport.self,
    AuthorizationAsk.self,
    PlatformStatus.self,
    UnionChanged.self,
    ProcessesChanged.self,
  ]

  /// The registry of the service.
  package static func registry() -> MessageRegistry { MessageRegistry(all) }
}
