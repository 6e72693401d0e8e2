import Arguments
import Bus
import BusInspection
import CivilTime
import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeProtocol

/// The command `openapplock bus replay`.
enum ReplayCommand {
  private static let file = Positional("FILE", "What `bus record` wrote", .text)
  private static let limits = Option(
    "limits", "linux|ios", "The limits that it was recorded with (linux)",
    .word(of: ["linux", "ios"]))

  /// The command.
  static let command = Command<Action>(
    "replay", "Says a recording's requests again and tells which answers differ",
    details: """
      It starts a fresh instance in a folder of its own, under a virtual clock, with nothing enforced; \
      nothing on this machine is watched or blocked by it. Ids, sessions and processes may differ, and \
      what is the machine's (faults, means of enforcement) is not compared. Exit status: 0 when every \
      answer was like the recorded one, 1 when one was not, 64 for a file that can't be replayed.
      """,
    does: replay
  ) {
    limits
    file
  }

  private struct Report: Encodable {
    let requests: Int
    let differences: [DifferenceReport]
    let omissions: [String]
  }

  private static func replay(_ invocation: Invocation) throws {
    let path = try invocation.arguments.value(of: file)
    let recording = try read(path)
    let plan: ReplayPlan
    do {
      plan = try ReplayPlan(recording)
    } catch {
      throw UsageError("\(path): \(error.message)", hint: error.hint)
    }
    let comparisons = try run(
      plan, recording, limits: try invocation.arguments.value(of: limits) ?? "linux")
    show(comparisons, plan, invocation.output)
    guard comparisons.allSatisfy(\.differences.isEmpty) else { throw Unheld() }
  }

  private static func read(_ path: String) throws -> Recording {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw UsageError("\(path): cannot be read")
    }
    do {
      return try Recording(parsing: Array(data))
    } catch {
      throw UsageError("\(path): \(error.message)", hint: error.hint)
    }
  }

  private static func run(
    _ plan: ReplayPlan, _ recording: Recording, limits: String
  ) throws -> [AnswerComparison] {
    let first = recording.messages.compactMap(\.record.time).min()
    let start = min(first ?? recording.head.clock.now, recording.head.clock.now)
    let instance = try ReplayInstance(like: recording, from: start, limits: limits)
    defer { instance.end() }
    let conversation = ReplayConversation(instance)
    return try plan.steps.compactMap { try conversation.take($0) }
  }

  private static func show(
    _ comparisons: [AnswerComparison], _ plan: ReplayPlan, _ output: Output
  ) {
    let report = Report(
      requests: comparisons.count, differences: comparisons.flatMap(DifferenceReport.all),
      omissions: plan.omissions)
    output.show(report) { report, style in
      let different = comparisons.filter { !$0.differences.isEmpty }
      let ink = Ink(isColoured: style.isColoured)
      let lines = report.omissions.map { "note: \($0)" } + different.map { $0.text(ink) }
      let summary =
        different.isEmpty
        ? style.good("\(report.requests) requests said again, every answer like the recorded one")
        : style.bad("\(report.requests) requests said again, \(different.count) answered otherwise")
      return (lines + [summary]).joined(separator: "\n")
    }
  }
}
