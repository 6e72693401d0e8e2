import TestSupport
import Testing

@testable import ExtensionSandbox

@Suite("What a program that isn't linked whole may read beside itself")
struct ProgramFolderTests {
  @Test("its own folder, unless that is a home or has homes in it")
  func own() throws {
    let scratch = try Scratch()
    defer { scratch.cleanUp() }
    try scratch.makeFolder("ann")
    try scratch.makeFolder("ann/monitor")
    let inHome = try scratch.write("#!/bin/sh\n", to: "ann/loose")
    let apart = try scratch.write("#!/bin/sh\n", to: "ann/monitor/program")
    let homes = [scratch.file("ann")]
    #expect(ProgramFolder.own(of: apart, homes: homes) == scratch.file("ann/monitor"))
    #expect(ProgramFolder.own(of: inHome, homes: homes) == nil)
    #expect(ProgramFolder.own(of: try scratch.write("", to: "above"), homes: homes) == nil)
    #expect(ProgramFolder.own(of: scratch.file("nowhere"), homes: homes) == nil)
    #expect(ProgramFolder.own(of: "/usr/bin/env", homes: []) == "/usr/bin")
    #expect(ProgramFolder.own(of: "/etc/passwd", homes: []) == nil)
  }

  @Test("the folders that a program names for its libraries, but nobody's home")
  func libraries() throws {
    let dynamic = CommandLine.arguments[0]
    let named = LibraryFolders.named(by: dynamic)
    #expect(named.contains { $0.hasSuffix("/swift/linux") }, "\(named)")
    let found = ProgramFolder.libraries(of: dynamic, homes: [])
    #expect(!found.isEmpty)
    #expect(ProgramFolder.libraries(of: dynamic, homes: found) == [])
    #expect(LibraryFolders.named(by: "/etc/passwd") == [])
    #expect(LibraryFolders.named(by: "/nowhere") == [])
  }
}
