/// How the screen words a length of time.
public enum SpanText {
  /// Says `duration` in the one unit that people use for it: `27m`, `6h`, `3d`.
  ///
  /// It is rounded to the nearest one. Under an hour it is minutes, and at least one; under 48 hours
  /// hours; then days. What rounds up to a full hour or to 48 hours is said in the greater unit:
  /// there is no `60m`.
  public static func short(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeSeconds)
    let minutes = rounded(seconds, 60)
    if minutes < 60 { return "\(max(1, minutes))m" }
    let hours = rounded(seconds, 3600)
    if hours < 48 { return "\(hours)h" }
    return "\(rounded(seconds, 86_400))d"
  }

  private static func rounded(_ seconds: Int64, _ unit: Int64) -> Int64 {
    seconds / unit + (seconds % unit * 2 >= unit ? 1 : 0)
  }
}
