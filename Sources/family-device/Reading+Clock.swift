import CivilTime

extension Reading {
  /// The wall clock to the minute, `13:05`.
  var clock: String { String(time.description.prefix(5)) }
}
