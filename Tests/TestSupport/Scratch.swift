import Foundation
import Glibc

/// A folder of one test's own, short enough for a socket's path, and what has to be undone after it.
///
/// ```swift
/// let scratch = try Scratch()
/// defer { scratch.cleanUp() }
/// ```
///
/// `cleanUp` undoes in reverse order what the test did, whether it threw or not, and removes the
/// folder; with `OPENAPPLOCK_KEEP=1` the folder stays and its path is printed.
package final class Scratch {
  /// The folder, mode 0700, directly below `/tmp`.
  package let path: String
  private var cleanUps: [() -> Void] = []
  private var processCount = 0
  private var isCleanedUp = false

  /// Makes the folder, named for the test that calls.
  package init(_ test: String = #function) throws {
    let name = test.prefix { $0 != "(" }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    for _ in 0..<100 {
      let path =
        "/tmp/oal-\(name.prefix(16))-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
      if unsafe mkdir(path, 0o700) == 0 {
        self.path = path
        return
      }
      guard errno == EEXIST else { throw TestSupportError.system("make the folder \(path)") }
    }
    throw TestSupportError("no free name for a scratch folder in /tmp")
  }

  /// The net below a forgotten `cleanUp`: no process outlives the test.
  deinit { cleanUp() }

  /// The path of something in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Makes a folder in the folder, with mode 0700, and hands back its path.
  @discardableResult
  package func makeFolder(_ name: String) throws -> String {
    guard unsafe mkdir(file(name), 0o700) == 0 else {
      throw TestSupportError.system("make the folder \(file(name))")
    }
    return file(name)
  }

  /// Writes a file of the folder and hands back its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// Reads a file of the folder.
  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }

  /// Reads a file of the folder as it is.
  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  /// The names of what lies in the folder (or one below it), sorted.
  package func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// Copies a program of the machine into the folder, so that a test may block, freeze or end it.
  package func copyProgram(_ source: String, as name: String) throws -> String {
    let copy = file(name)
    try FileManager.default.copyItem(atPath: source, toPath: copy)
    guard unsafe chmod(copy, 0o755) == 0 else { throw TestSupportError.system("chmod \(copy)") }
    return copy
  }

  /// Has `body` run at the end, before what was registered earlier.
  package func onCleanUp(_ body: @escaping () -> Void) {
    cleanUps.append(body)
  }

  /// Starts a program, which the clean-up kills if it still runs.
  ///
  /// Its output goes to files of the folder. `environment` is laid over the test's own; `nil` takes a
  /// variable away. `descriptors` are inherited as 3, 4, …; nothing else is.
  package func start(
    _ program: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String?] = [:], descriptors: [Int32] = []
  ) throws -> RunningProcess {
    processCount += 1
    let name = "\(processCount)-\(program.split(separator: "/").last ?? "program")"
    let launch = Launch(
      program: program, arguments: arguments, environment: environment,
      descriptors: descriptors,
      input: try write(input, to: name + ".in"), output: file(name + ".out"),
      errors: file(name + ".err"))
    let process = RunningProcess(launch, pid: try launch.spawn())
    onCleanUp { process.end() }
    return process
  }

  /// Undoes everything, last first, and removes the folder; a second call does nothing.
  package func cleanUp() {
    guard !isCleanedUp else { return }
    isCleanedUp = true
    while let last = cleanUps.popLast() { last() }
    if ProcessInfo.processInfo.environment["OPENAPPLOCK_KEEP"] == "1" {
      Loud.say("kept: \(path)")
      return
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Loud.say("could not remove \(path): \(error)")
    }
  }
}
