import Bus
import Foundation

extension Result where Failure == BusError {
  /// The code of what was refused; `nil` when nothing was.
  var failureCode: String? {
    if case .failure(let error) = self { error.code.rawValue } else { nil }
  }
}

/// When a file was written last, and which file it is: a replaced one is another.
func modification(_ path: String) throws -> [String] {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return [
    "\(attributes[.modificationDate] ?? "-")", "\(attributes[.systemFileNumber] ?? "-")",
  ]
}
