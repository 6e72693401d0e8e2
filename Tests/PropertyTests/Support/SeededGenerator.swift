/// Random numbers that are the same for the same seed, everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Starts at a seed.
  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether something happens that happens `share` times in a hundred.
  mutating func chance(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &self) < share }

  /// One of a few.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  /// One of a few, each as often as its weight says.
  mutating func pick<Value>(weighted values: [(weight: Int, value: Value)]) -> Value {
    var left = Int.random(in: 0..<values.reduce(0) { $0 + $1.weight }, using: &self)
    for (weight, value) in values {
      if left < weight { return value }
      left -= weight
    }
    preconditionFailure("the weights add up")
  }
}
