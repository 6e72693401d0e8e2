import CompactJSON

/// A place that a process answers for by itself, whatever the calls before it wait for.
package enum ProcessPlace: Sendable {
  /// Whether it lives.
  case health
  /// What it has counted.
  case metrics

  static let routes: [Route] = [
    Route(
      Operation(
        "GET", "/healthz", "get_health", "Says whether the server and its database are there",
        answers: [
          .init(
            status: 200, text: "They are.",
            body: .object([Property("status", .constant(.text("ok")))]))
        ]), of: .health),
    Route(
      Operation(
        "GET", "/metrics", "get_metrics", "Says what this process has counted",
        "The text format of Prometheus.",
        answers: [
          .init(
            status: 200, text: "The counts since the process started.", body: .anyText,
            type: "text/plain")
        ]), of: .metrics),
  ]
}
