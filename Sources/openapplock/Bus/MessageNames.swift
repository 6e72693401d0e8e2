import Arguments
import Bus

/// What is said to whoever names a message that doesn't exist.
enum MessageNames {
  /// The failure, with what was probably meant.
  static func unknown(_ typed: String, among names: [String]) -> Failure {
    var near = Nearest.name(to: typed, in: names).map { [$0] } ?? []
    if near.isEmpty {
      let words = typed.lowercased().split(separator: ".").map(String.init)
      near = names.filter { name in words.contains { !$0.isEmpty && name.contains($0) } }
    }
    let hint =
      near.isEmpty
      ? "openapplock bus messages lists them"
      : "did you mean \(near.prefix(4).joined(separator: ", "))?"
    return Failure(
      BusErrorCode.notFound.rawValue, "there is no message \"\(typed)\"", hint: hint)
  }
}
