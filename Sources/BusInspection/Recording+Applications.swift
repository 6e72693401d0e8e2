import Bus
import CompactJSON
import ScreenTimeProtocol

extension Recording {
  /// The applications that the recorded machine had, each with its categories: those of its catalog, and
  /// programs that were named by their paths and were there.
  package var knownApplications: [String: [String]] {
    var known = head.applications
    var asked: [MessageReference: [String]] = [:]
    for message in messages where message.record.type == CatalogCheck.name {
      guard let body = try? JSON(parsing: message.record.body) else { continue }
      if message.record.kind == "request", let reference = message.record.reference {
        asked[reference] = Recording.texts(body["applications"])
      } else if let cause = message.record.cause, let applications = asked[cause] {
        let missing = Recording.missing(body["problems"])
        for app in applications where !missing.contains(app) { known[app] = known[app] ?? [] }
      }
    }
    return known
  }

  private static func texts(_ value: JSON?) -> [String] {
    guard case .list(let values)? = value else { return [] }
    return values.compactMap(\.string)
  }

  private static func missing(_ problems: JSON?) -> Set<String> {
    guard case .list(let problems)? = problems else { return [] }
    return Set(problems.compactMap { $0["application"]?.string })
  }
}
