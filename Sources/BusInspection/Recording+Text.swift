import Bus
import CompactJSON

/// A line of a recording but the first.
private struct RecordedLine: Codable {
  let service: KnownService
  let record: TapRecord?
  let lost: UInt64?
}

extension Recording {
  /// The first line.
  package static func line(_ head: Head) -> String { text(head) }

  /// The line of a message.
  package static func line(_ message: SeenMessage) -> String {
    text(RecordedLine(service: message.service, record: message.record, lost: nil))
  }

  /// The line that says that messages were lost here.
  package static func lostLine(_ count: UInt64, of service: KnownService) -> String {
    text(RecordedLine(service: service, record: nil, lost: count))
  }

  private static func text(_ value: some Encodable) -> String {
    do {
      return String(decoding: try CompactJSON.encode(value), as: UTF8.self)
    } catch {
      preconditionFailure(
        "a recorded line is texts and numbers, and those can be written: \(error)")
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `RecordingError` for another form or protocol, and for a damaged line, which it names.
  package init(parsing bytes: [UInt8]) throws(RecordingError) {
    guard !bytes.isEmpty else { throw RecordingError("it is empty, and no recording") }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else {
      throw RecordingError(
        "line \(lines.count) is cut short: it has no end",
        hint: "the recording was interrupted; without its last line the rest can be replayed")
    }
    lines.removeLast()
    guard let first = lines.first else { throw RecordingError("it has no lines") }
    let head = try Recording.head(Array(first))
    var messages: [SeenMessage] = []
    var lost: UInt64 = 0
    for (index, line) in lines.enumerated().dropFirst() {
      let read = try Recording.read(Array(line), at: index + 1)
      if let record = read.record { messages.append(SeenMessage(read.service, record)) }
      lost += read.lost ?? 0
    }
    self.init(head: head, messages: messages, lost: lost)
  }

  private struct Versions: Decodable {
    let recording: Int
    let `protocol`: Int
  }

  private static func head(_ line: [UInt8]) throws(RecordingError) -> Head {
    guard let versions = try? CompactJSON.decode(Versions.self, from: line) else {
      throw RecordingError(
        "its first line is not that of a recording",
        hint: "openapplock bus record FILE writes recordings")
    }
    guard versions.recording == Recording.version else {
      throw RecordingError(
        "it is a recording of form \(versions.recording); this release reads \(Recording.version)",
        hint: "replay it with the release that recorded it")
    }
    guard versions.protocol == Bus.protocolVersion else {
      throw RecordingError(
        "it was recorded with protocol \(versions.protocol); this release speaks"
          + " \(Bus.protocolVersion)",
        hint: "replay it with the release that recorded it")
    }
    do {
      return try CompactJSON.decode(Head.self, from: line)
    } catch {
      throw RecordingError("line 1 is damaged: \(reason(error))")
    }
  }

  private static func read(_ line: [UInt8], at number: Int) throws(RecordingError) -> RecordedLine {
    do {
      let read = try CompactJSON.decode(RecordedLine.self, from: line)
      guard read.record != nil || read.lost != nil else {
        throw RecordingError("line \(number) is damaged: it tells of no message")
      }
      return read
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError("line \(number) is damaged: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    (error as? DecodingError)?.inWords ?? "\(error)"
  }
}
