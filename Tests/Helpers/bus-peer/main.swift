// A peer that misbehaves, for tests of the bus: `bus-peer MODE SOCKET`.
//
// What it has done it says in one line on standard output; then it stays until it is killed.

import Glibc

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  fail("usage: bus-peer silent|garbage|old-version|flood|mute-service SOCKET")
}
if arguments[1] == "mute-service" { RawPeer.serveHelloOnly(at: arguments[2]) }
let peer = RawPeer(to: arguments[2])

switch arguments[1] {
case "silent":
  peer.hello()
  say("answered: \(peer.receive()[0])")
  // What it is asked from here on it reads and never answers.
  while true { say("asked: \(peer.receive()[0])") }
case "garbage":
  for _ in 0..<100 {
    let frames = (0..<Int.random(in: 1...4)).map { _ in
      (0..<Int.random(in: 0...600)).map { _ in UInt8.random(in: 0...255) }
    }
    peer.send(frames)
  }
  say("sent")
  pause()
case "old-version":
  peer.hello(oldest: 0, newest: 0, line: 0)
  say("answered: \(peer.receive().joined(separator: " "))")
  peer.hello(oldest: 0, newest: 0)
  say("answered: \(peer.receive().joined(separator: " "))")
  pause()
case "flood":
  peer.hello()
  say("answered: \(peer.receive()[0])")
  // It asks without ever reading an answer, until it is held up itself.
  let body = "{\"text\":\"" + String(repeating: "x", count: 4096) + "\"}"
  var id = 1
  for _ in 0..<5000 {
    id += 1
    let header = "OAL/1 request \(id) \(RawPeer.session) test.echo - -"
    peer.send(header, body)
  }
  say("sent")
  pause()
default:
  fail("no such mode: \(arguments[1])")
}
