import BusInspection

/// Writes a recording while a conversation goes on.
final class RecordingWriter {
  /// How many messages were written.
  private(set) var messageCount = 0
  /// How many were lost.
  private(set) var lostCount: UInt64 = 0
  /// Why nothing more could be written.
  private(set) var failure: Failure?
  private let file: RecordingFile
  private let failed: () -> Void

  /// Makes the file with its first line; `failed` is called when no more can be written.
  ///
  /// - Throws: `notStored` where there is such a file already, or none can be made.
  init(_ path: String, _ head: Recording.Head, failed: @escaping () -> Void) throws(Failure) {
    file = try RecordingFile(path)
    self.failed = failed
    try file.add(Recording.line(head))
  }

  /// Writes a message.
  func take(_ message: SeenMessage) {
    messageCount += 1
    add(Recording.line(message))
  }

  /// Writes that messages were lost.
  func lost(_ count: UInt64, of service: KnownService) {
    lostCount += count
    add(Recording.lostLine(count, of: service))
  }

  private func add(_ line: String) {
    guard failure == nil else { return }
    do throws(Failure) {
      try file.add(line)
    } catch {
      failure = error
      failed()
    }
  }
}
