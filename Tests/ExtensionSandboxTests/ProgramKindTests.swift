import Foundation
import TestSupport
import Testing

@testable import ExtensionSandbox

@Suite("Whether a program brings along all that it is made of")
struct ProgramKindTests {
  @Test("the programs of this package do, scripts and programs of the system don't")
  func known() throws {
    #expect(ProgramKind(of: "/usr/bin/env") == .needsSystem)
    #expect(ProgramKind(start: Array("#!/bin/sh\n".utf8)) == .needsSystem)
    #expect(ProgramKind(of: "/nowhere/program") == .whole)
  }

  @Test(
    "a file that only begins like a program is none that needs anything",
    arguments: [
      [], [0x7F], Array("#".utf8), [0x7F] + Array("ELF".utf8), [0x7F] + Array("ELF".utf8) + [2],
      [0x7F] + Array("ELF".utf8) + [2] + [UInt8](repeating: 0xFF, count: 60),
      [0x7F] + Array("ELF".utf8) + [1] + [UInt8](repeating: 0, count: 4091),
    ] as [[UInt8]])
  func cut(start: [UInt8]) {
    #expect(ProgramKind(start: start) == .whole)
  }

  @Test("of the segments it is the one that names an interpreter which counts")
  func segments() {
    #expect(ProgramKind(start: program(segments: [1, 2, 4])) == .whole)
    #expect(ProgramKind(start: program(segments: [1, 3])) == .needsSystem)
  }

  /// The beginning of a program with segments of these types.
  private func program(segments: [UInt8]) -> [UInt8] {
    var bytes = [0x7F] + Array("ELF".utf8) + [2] + [UInt8](repeating: 0, count: 59)
    (bytes[32], bytes[54], bytes[56]) = (64, 56, UInt8(segments.count))
    for type in segments { bytes += [type] + [UInt8](repeating: 0, count: 55) }
    return bytes
  }
}
