import Foundation

/// Cuts a file in the middle.
func damage(_ path: String) throws {
  let file = URL(filePath: path)
  guard FileManager.default.fileExists(atPath: path) else { return }
  let content = try Data(contentsOf: file)
  try content.prefix(content.count / 2).write(to: file)
}
