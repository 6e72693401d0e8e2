/// A stretch of the time line in which a zone's offset stays the same.
struct ZoneSegment {
  /// The first second; `Int64.min` where there is no beginning.
  var start: Int64
  /// The first second after it; `Int64.max` where there is no end.
  var end: Int64
  /// Seconds east of UTC.
  var offset: Int

  /// Whether all of `seconds` lies inside.
  func covers(_ seconds: ClosedRange<Int64>) -> Bool {
    start <= seconds.lowerBound && seconds.upperBound < end
  }
}
