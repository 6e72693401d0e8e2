import Foundation

/// Every byte of the files that rules and their enforcement live in, to see that nothing touched them.
struct StateBytes: Equatable {
  private let files: [String: Data]

  /// Reads a machine's state directory.
  ///
  /// Left out is what the service writes a moment later than it happens, whatever happens then: the
  /// second copy of its stores and its own clock.
  init(of directory: String) {
    var files: [String: Data] = [:]
    let names = FileManager.default.enumerator(atPath: directory)
    while let name = names?.nextObject() as? String {
      guard !Self.late.contains(where: { name.contains($0) }),
        let data = FileManager.default.contents(atPath: directory + "/" + name)
      else { continue }
      files[name] = data
    }
    self.files = files
  }

  private static let late = ["platform/shields", "platform/clock", "platform/activities", "run/"]

  /// The files that differ.
  func differences(from other: StateBytes) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
  }
}
