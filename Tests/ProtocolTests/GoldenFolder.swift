import Foundation

/// The files that hold each message's form, so that a change of it is seen where it is made.
///
/// `OPENAPPLOCK_RECORD=1` writes them anew instead of comparing.
enum GoldenFolder {
  static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  static let isRecording = ProcessInfo.processInfo.environment["OPENAPPLOCK_RECORD"] == "1"

  static func file(of message: Message) -> URL {
    path.appending(path: "\(message.name).json")
  }

  static func record(_ text: String, for message: Message) throws {
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file(of: message))
  }

  static func names() throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: path.path)
    return Set(files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) })
  }
}
