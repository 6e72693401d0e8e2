import Testing

@testable import AppGroup

@Suite("The checksum of a document")
struct ChecksumTests {
  @Test("is CRC-32, so that other tools can check it")
  func knownValues() {
    #expect(Checksum.crc32([]) == 0)
    #expect(Checksum.crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    let text = Array("The quick brown fox jumps over the lazy dog".utf8)
    #expect(Checksum.crc32(text[...]) == 0x414F_A339)
    #expect(Checksum.crc32((text + text)[text.count...]) == 0x414F_A339)
  }
}
