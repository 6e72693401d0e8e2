import DeviceActivity
import FoundationEssentials

/// The break that somebody took last; the app group keeps it.
public struct StudyBreak: Codable, Hashable, Sendable {
  /// The date on which it was taken.
  public let date: CivilDate
  /// When it began.
  public let start: Instant
  /// When it is over.
  public let end: Instant

  /// Begins a break.
  public init(at moment: Moment) {
    date = moment.date
    start = moment.instant
    end = moment.instant + StudyPlan.breakLength
  }

  /// Whether it goes on.
  public func isOn(at moment: Moment) -> Bool {
    start <= moment.instant && moment.instant < end
  }

  /// Reads the last break; `nil` when there was none.
  ///
  /// - Throws: why the file can't be read.
  public static func last(in directory: String) throws -> StudyBreak? {
    let file = Self.file(in: directory)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try JSONDecoder().decode(StudyBreak.self, from: Data(contentsOf: file))
  }

  /// Keeps the break, whole or not at all: whoever is killed in between leaves the one before.
  ///
  /// - Throws: why the file can't be written.
  public func save(in directory: String) throws {
    try JSONEncoder().encode(self).write(to: Self.file(in: directory), options: .atomic)
  }

  private static func file(in directory: String) -> URL {
    URL(filePath: directory + "/break.json")
  }
}
