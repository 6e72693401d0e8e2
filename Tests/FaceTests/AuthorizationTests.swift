import Bus
import FamilyControls
import ScreenTimeProtocol
import Testing

@Suite("The permission to restrict")
struct AuthorizationTests {
  @Test("who restricts himself is given the permission", arguments: Way.allCases)
  func individual(way: Way) throws {
    try withApp(way) { fixture in
      try AuthorizationCenter.shared.requestAuthorization(for: .individual)
      #expect(AuthorizationCenter.shared.authorizationStatus == .approved)
      #expect(
        fixture.log.requests
          == [#"authorization.ask {"member":"individual"}"#, "authorization.ask {}"])
    }
  }

  @Test("a permission that is not given is an error, not a silence")
  func denied() throws {
    try withApp(.inProcess) { _ in
      let error = #expect(throws: FamilyControlsError.self) {
        try AuthorizationCenter.shared.requestAuthorization(for: .child)
      }
      guard case .authorizationCanceled = error else {
        Issue.record("\(String(describing: error)) is of another kind")
        return
      }
    }
  }

  @Test(
    "the service's refusals have Apple's names",
    arguments: [
      (BusErrorCode.unauthorized, FamilyControlsError.restricted("why")),
      (.notPermitted, .restricted("why")),
      (.invalid, .invalidArgument("why")),
      (.timeout, .unavailable("why")),
    ])
  func refusals(code: BusErrorCode, expected: FamilyControlsError) throws {
    try withApp(.inProcess) { fixture in
      fixture.log.refuse(AuthorizationAsk.name, BusError(code: code, message: "why"))
      let error = #expect(throws: FamilyControlsError.self) {
        try AuthorizationCenter.shared.requestAuthorization(for: .individual)
      }
      #expect(error == expected)
      #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
    }
  }

  @Test("without a service nothing is determined")
  func noSession() {
    #expect(AuthorizationCenter.shared.authorizationStatus == .notDetermined)
  }
}
