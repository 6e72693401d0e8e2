// Writes a document of an app group for tests that need another process to do it.
//
//   document-writer count FOLDER TIMES BYTES    adds one to the counter, TIMES times, and prints each
//   document-writer hold FOLDER                 takes the lock, says "locked" and never lets go

import AppGroup
import Glibc

/// What is counted, with a filler that tells one version's bytes from another's.
struct Counter: Codable {
  var count = 0
  var filler = ""
}

/// Adds to the counter and prints a number once it is written.
func count(_ group: AppGroup, times: Int, bytes: Int) throws {
  let document = DocumentName<Counter>("counter")
  for _ in 0..<times {
    let updated = try group.update(document, default: Counter(), within: .seconds(60)) { counter in
      counter.count += 1
      counter.filler = String(repeating: String(counter.count % 10), count: bytes)
      return counter.count
    }
    say("\(updated.result)")
  }
}

/// Writes a line at once.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe write(1, bytes, bytes.count)
}

let arguments = CommandLine.arguments
do {
  switch (arguments.dropFirst().first, arguments.count) {
  case ("count", 5):
    let group = try AppGroup(at: arguments[2], creating: true)
    try count(group, times: Int(arguments[3]) ?? 0, bytes: Int(arguments[4]) ?? 0)
  case ("hold", 3):
    let group = try AppGroup(at: arguments[2], creating: true)
    try group.withLock {
      say("locked")
      while true { pause() }
    }
  default:
    say("usage: document-writer count FOLDER TIMES BYTES | hold FOLDER")
    exit(64)
  }
} catch {
  say("failed: \(error)")
  exit(1)
}
