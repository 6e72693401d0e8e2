// A peer that misbehaves, for tests of the bus: `bus-peer MODE SOCKET`. Started by the service, as an
// extension, it misbehaves as the name of the link to it says.
//
// What it has done it says in one line on standard output; then it stays until it is killed.

import Glibc

let arguments = CommandLine.arguments
if var ours = MisbehavingExtension(arguments) { ours.run() }
if arguments.count >= 3, arguments[1] == "eavesdrop" {
  Eavesdropper.attempt(Array(arguments.dropFirst(2)))
  exit(0)
}
guard arguments.count == 3 else {
  fail(
    "usage: bus-peer silent|garbage|old-version|flood|tap|mute-service SOCKET, or eavesdrop PATH…")
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
case "tap":
  peer.hello()
  say("hello: \(peer.receive().joined(separator: " "))")
  for (id, request) in [
    ("tap.open", "{}"), ("bus.peers", "{}"), ("test.echo", "{\"text\":\"mine\"}"),
  ]
  .enumerated() {
    peer.send("OAL/1 request \(id + 2) \(RawPeer.session) \(request.0) - -", request.1)
  }
  // Whatever comes is said, and what it is asked is answered, so that it is told more.
  var id = 100
  while true {
    let frames = peer.receive()
    say("got: \(frames.joined(separator: " "))")
    let fields = frames[0].split(separator: " ")
    guard fields.count > 4, fields[1] == "request" else { continue }
    id += 1
    peer.send(
      "OAL/1 reply \(id) \(RawPeer.session) \(fields[4]) \(fields[3])/\(fields[2]) -", "{}")
  }
default:
  fail("no such mode: \(arguments[1])")
}
