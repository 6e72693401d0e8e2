import CompactJSON
import FamilyDevice
import FamilyShared
import ScreenTimeTesting
import TestSupport
import Testing

@Suite("What a parent selects")
struct SelectTests {
  @Test("takes a code, which opens one session on one machine")
  func code() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let none = try house.device("select", "--app", house.app)
    #expect(none.status == 64 && none.err.contains("--code"))
    let guessed = try house.device("select", "--code", "guess", "--none")
    #expect(guessed.status == 1 && guessed.err.contains("not_found"))
    let code = try house.configurationCode()
    #expect(try house.device("select", "--code", code, "--app", house.app).status == 0)
    let again = try house.device("select", "--code", code, "--none")
    #expect(again.status == 1 && again.err.contains("code_used"), "\(again.err)")
    #expect(try house.known().selection.map(\.rawValue) == [house.app])
    // Nothing is chosen by saying nothing; that there is to be none has to be said.
    let nothing = try house.device("select", "--code", try house.configurationCode())
    #expect(nothing.status == 0)
    #expect(try house.known().selection.map(\.rawValue) == [house.app])
    let cleared = try house.device("select", "--code", try house.configurationCode(), "--none")
    #expect(cleared.status == 0 && cleared.out.contains("NOTHING IS LIMITED"), "\(cleared.out)")
  }

  @Test("an app that isn't here is refused before the code is used up")
  func typingError() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let code = try house.configurationCode()
    let wrong = try house.device("select", "--code", code, "--app", "org.gnome.Chss")
    #expect(wrong.status == 64 && wrong.err.contains("there is no app"), "\(wrong.err)")
    #expect(try house.device("select", "--code", code, "--app", house.app).status == 0)
  }

  @Test("a conversation adds and takes away until it ends")
  func conversation() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    let code = try house.configurationCode()
    let talk = try house.device(
      "select", "--code", code, input: "-\(house.app)\nno.such.App\n\(house.app)\n")
    #expect(talk.status == 0 && talk.out.contains("Not taken: there is no app"), "\(talk.out)")
    #expect(try house.known().selection.map(\.rawValue) == [house.app])
  }

  @Test("a session that is over changes nothing, however long a wall clock says that it lasts")
  func over() throws {
    let session = SetupSession(lasting: .seconds(600), at: .seconds(100))
    try session.check(at: .seconds(699))
    let error = #expect(throws: DeviceError.self) { try session.check(at: .seconds(700)) }
    #expect(error?.code == .setupOver)
    // A server that is wrong about its time opens no session for ever, and none that ended before.
    #expect(throws: DeviceError.self) {
      try SetupSession(lasting: .seconds(1 << 40), at: .zero).check(at: .seconds(3600))
    }
    #expect(throws: DeviceError.self) {
      try SetupSession(lasting: .seconds(-5), at: .zero).check(at: .zero)
    }
  }

  @Test("a session that a server ends at once lets nothing be selected")
  func ended() throws {
    let house = try Household()
    defer { house.end() }
    try house.pair()
    house.relay.have(
      "/configuration-unlock", .answered(status: 200, body: #"{"expires_at": 1000000}"#))
    let late = try house.device("select", "--code", "any", "--none")
    #expect(late.status == 1 && late.err.contains("session is over"), "\(late.err)")
    #expect(try house.known().selection.map(\.rawValue) == [house.app])
  }
}
