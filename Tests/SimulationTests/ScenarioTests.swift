import Foundation
import Simulation
import TestSupport
import Testing

/// Scenario files, each played on a machine that lives in this process.
@Suite("Scenarios")
struct ScenarioTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scenarios")

  static let files: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test("the folder of scenarios is there")
  func folder() {
    #expect(Self.files.count > 80)
  }

  @Test("a scenario's expectations hold", arguments: files)
  func scenario(file: String) throws {
    let scenario = try ScenarioReader.read(
      Data(contentsOf: Self.folder.appending(path: file)))
    let result = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    let complaints = result.complaints(file: file).joined(separator: "\n")
    #expect(result.isOK, "\(complaints)\n\(result.story.joined(separator: "\n"))")
  }

  @Test(
    "real processes tell the same story as one process",
    arguments: files.filter { $0.first?.isNumber == true })
  func live(file: String) throws {
    let scenario = try ScenarioReader.read(
      Data(contentsOf: Self.folder.appending(path: file)))
    let inProcess = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    let live = try ScenarioPlayer.play(
      scenario, on: try LiveMachine(programs: BuiltProgram.folder))
    #expect(live.isOK, "\(live.complaints(file: file).joined(separator: "\n"))")
    #expect(live.story == inProcess.story)
  }

  /// Every fourth of the project's own and all that came first: each tick of a day is a refresh of the app.
  static let slowlyTold = files.enumerated().filter { index, file in
    file.first?.isNumber == true || index % 4 == 0
  }.map(\.element)

  @Test(
    "leaving out ticks at which nothing could change tells the same story", arguments: slowlyTold)
  func everyTick(file: String) throws {
    let scenario = try ScenarioReader.read(
      Data(contentsOf: Self.folder.appending(path: file)))
    let quick = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    let slow = try ScenarioPlayer.play(scenario, on: try InProcessMachine(everyTick: true))
    #expect(quick.json(file: file) == slow.json(file: file))
  }

  @Test("an expectation that doesn't hold is told with its step, its time and what was")
  func complaint() throws {
    let scenario = try ScenarioReader.read(
      Data(
        """
        {"start": "2025-01-06T08:00", "lists": {"games": {"apps": ["org.example.Chess"]}},
         "rules": {"focus": {"kind": "schedule", "from": "09:00", "to": "17:00",
                             "days": "everyday", "list": "games"}},
         "steps": [{"at": "2025-01-06T08:30"},
                   {"at": "2025-01-06T09:00", "expect": {"blocking": [], "status": {"focus": "8h left"}}}]}
        """.utf8))
    let result = try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    #expect(!result.isOK)
    #expect(
      result.complaints(file: "day.json") == [
        "day.json:step 2 (2025-01-06T09:00): blocking: expected [], was [\"focus\"]"
      ])
  }

  @Test(
    "what can't be played is an error with its place",
    arguments: [
      (#"{"at": "2025-01-06T07:59"}"#, "steps[0].at", "one direction"),
      (#"{"at": "9025-01-06T08:00"}"#, "steps[0].at", "ten years"),
      (#"{"unblock": "ghost"}"#, "steps[0]", "\"ghost\""),
      (#"{}, {"expect": {"status": {"ghost": "6h left"}}}"#, "steps[1].expect.status", "\"ghost\""),
    ])
  func unplayable(steps: String, place: String, part: String) throws {
    let error = #expect(throws: ScenarioError.self) {
      let scenario = try ScenarioReader.read(
        Data(#"{"start": "2025-01-06T08:00", "steps": [\#(steps)]}"#.utf8))
      return try ScenarioPlayer.play(scenario, on: try InProcessMachine())
    }
    #expect(error?.place.hasPrefix(place) == true, "\(String(describing: error))")
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }
}
