import AppGroup

/// A document of an app group, written as the stores write theirs.
enum ReplaceSubject {
  /// A document that is mostly text: what remains is locking, checking and writing.
  struct Text: Codable, Sendable {
    var revision: Int
    var lines: [String]

    /// 16 KB of it.
    static var sample: Text {
      Text(revision: 0, lines: Array(repeating: String(repeating: "x", count: 1_000), count: 16))
    }
  }

  /// A document as the rules' snapshots are: many small fields, which JSON takes apart one by one.
  struct Records: Codable, Sendable {
    /// About 400 bytes, as a rule has them.
    struct Record: Codable, Sendable {
      var id: String
      var name: String
      var isEnabled: Bool
      var hardMode: Bool
      var days: [String]
      var from: String
      var to: String
      var applications: [String]
      var createdAt: String
    }

    var revision: Int
    var records: [Record]

    /// 16 KB of them.
    static var sample: Records {
      let record = Record(
        id: "6f1c0d9e-4a57-4c1e-9a55-2f3e8d7b1c20", name: "Morning focus", isEnabled: true,
        hardMode: false, days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "17:00",
        applications: (1...6).map { "org.example.application.number\($0)" },
        createdAt: "2025-01-06T09:00:00Z")
      return Records(revision: 0, records: Array(repeating: record, count: 40))
    }
  }

  /// Measures updates of the text: read, checked, changed, written.
  ///
  /// - Throws: what the group or the loop fails with.
  static func measureUpdate(in folder: String) throws {
    try measureUpdate(in: folder, "text", Text.sample, \.revision)
  }

  /// Measures updates of the records.
  ///
  /// - Throws: what the group or the loop fails with.
  static func measureRecords(in folder: String) throws {
    try measureUpdate(in: folder, "records", Records.sample, \.revision)
  }

  /// Measures replacing the text by one that was not read before.
  ///
  /// - Throws: what the group or the loop fails with.
  static func measureReplace(in folder: String) throws {
    let group = try AppGroup(at: folder, creating: false)
    let document = DocumentName<Text>("replaced")
    var content = Text.sample
    try Driver.drive {
      content.revision += 1
      let start = monotonicNanoseconds()
      try group.replace(document, with: content)
      return [monotonicNanoseconds() - start]
    }
  }

  private static func measureUpdate<Content: Codable & Sendable>(
    in folder: String, _ name: String, _ content: Content, _ revision: WritableKeyPath<Content, Int>
  ) throws {
    let group = try AppGroup(at: folder, creating: false)
    let document = DocumentName<Content>(name)
    try Driver.drive {
      let start = monotonicNanoseconds()
      _ = try group.update(document, default: content) { $0[keyPath: revision] += 1 }
      return [monotonicNanoseconds() - start]
    }
  }
}
