import HTTPServer

extension HTTPRequest {
  /// Whether whoever asks shows pages, and says so: a browser does, where somebody followed a link.
  var wantsPage: Bool {
    (header("Accept") ?? "").lowercased().split(separator: ",").contains { range in
      let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      return parts.first == "text/html" && !parts.contains(where: Self.isRefusal)
    }
  }

  /// Whether a part of `Accept` says that a type is not to come: `q=0`, `q=0.000`.
  private static func isRefusal(_ part: String) -> Bool {
    part.hasPrefix("q=0") && part.dropFirst(2).allSatisfy { "0.".contains($0) }
  }
}
