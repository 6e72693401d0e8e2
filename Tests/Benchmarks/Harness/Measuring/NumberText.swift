extension Double {
  /// The number with so many digits after the point.
  func text(digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((self * scale).rounded())
    let whole = String(scaled / Int(scale))
    guard digits > 0 else { return whole }
    let fraction = String(scaled % Int(scale))
    return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}

extension UInt64 {
  /// Nanoseconds in the unit that suits them.
  var spanText: String {
    switch self {
    case ..<1_000: "\(self) ns"
    case ..<1_000_000: (Double(self) / 1_000).text(digits: 1) + " µs"
    case ..<1_000_000_000: (Double(self) / 1_000_000).text(digits: 2) + " ms"
    default: (Double(self) / 1_000_000_000).text(digits: 1) + " s"
    }
  }
}
