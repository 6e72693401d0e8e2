@testable import Bus
import Testing

@Suite("The framing")
struct FramingTests {
  private static let mostHeader = 512
  private static let mostBody = 4 << 20

  @Test(
    "a message's shape is judged by sizes alone",
    arguments: [
      ([50, 2], nil),
      ([0, 0], nil),
      ([mostHeader, mostBody], nil),
      ([], Framing.Fault.frameCount(0)),
      ([50], .frameCount(1)),
      ([50, 2, 0], .frameCount(3)),
      ([50, 2, mostBody + 1], .frameCount(3)),
      ([mostHeader + 1, 2], .headerSize(mostHeader + 1)),
      ([50, mostBody + 1], .bodySize(mostBody + 1)),
      ([mostHeader + 1, mostBody + 1], .headerSize(mostHeader + 1)),
      (Array(repeating: 1, count: 10_000), .frameCount(10_000)),
    ] as [([Int], Framing.Fault?)])
  func shapes(_ sizes: [Int], _ fault: Framing.Fault?) {
    var framing = Framing()
    for size in sizes { _ = framing.take(size: size) }
    #expect(framing.fault == fault)
  }

  @Test("what is above its limit, or behind the body, is never kept")
  func kept() {
    var framing = Framing()
    #expect(framing.take(size: Self.mostHeader) == .keepAsHeader)
    #expect(framing.take(size: Self.mostBody) == .keepAsBody)
    #expect(framing.take(size: 1) == .skip)
    var large = Framing()
    #expect(large.take(size: Self.mostHeader + 1) == .skip)
    #expect(large.take(size: Self.mostBody + 1) == .skip)
  }
}
