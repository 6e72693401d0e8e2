// A peer that misbehaves, for tests of the bus: `bus-peer MODE SOCKET`.
//
// It speaks raw libzmq, so that it can say what no client of ours would. What it has done it says in
// one line on standard output; then it stays until it is killed or its standard input says nothing.

import CZeroMQ
import Glibc

/// Says a line at once.
func say(_ line: String) {
  print(line)
  fflush(unsafe stdout)
}

/// Ends with a line on standard error.
func fail(_ line: String) -> Never {
  let text = Array((line + "\n").utf8)
  _ = unsafe write(2, text, text.count)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail("usage: bus-peer silent|garbage|old-version|flood SOCKET") }
let session = "00000000000000aa"
let context = unsafe zmq_ctx_new()
let socket = unsafe zmq_socket(context, ZMQ_DEALER)
guard unsafe zmq_connect(socket, "ipc://" + arguments[2]) == 0 else { fail("cannot connect") }

/// Sends a message of any number of frames.
@discardableResult
func send(_ frames: [[UInt8]], waiting: Bool = true) -> Bool {
  for (index, frame) in frames.enumerated() {
    let more = index < frames.count - 1 ? ZMQ_SNDMORE : 0
    let flags = more | (waiting ? 0 : ZMQ_DONTWAIT)
    guard unsafe zmq_send(socket, frame, frame.count, flags) >= 0 else { return false }
  }
  return true
}

/// Sends a message of two frames.
@discardableResult
func send(_ header: String, _ body: String, waiting: Bool = true) -> Bool {
  send([Array(header.utf8), Array(body.utf8)], waiting: waiting)
}

/// Receives a message and hands back its frames as text.
func receive() -> [String] {
  var frames: [String] = []
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let size = unsafe zmq_recv(socket, &bytes, bytes.count, 0)
    guard size >= 0 else { fail("cannot receive") }
    frames.append(String(decoding: bytes.prefix(Int(size)), as: UTF8.self))
    var more: Int32 = 0
    var length = MemoryLayout<Int32>.size
    _ = unsafe zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &length)
    if more == 0 { return frames }
  }
}

/// Says hello with the protocol versions `oldest` to `newest`, in a header of version `line`.
func hello(oldest: Int = 1, newest: Int = 1, line: Int = 1) {
  send(
    "OAL/\(line) request 1 \(session) hello - -",
    """
    {"attributes":{},"name":"bus-peer","newest":\(newest),"oldest":\(oldest),"version":"0"}
    """)
}

switch arguments[1] {
case "silent":
  hello()
  say("answered: \(receive()[0])")
  // What it is asked from here on it reads and never answers.
  while true { say("asked: \(receive()[0])") }
case "garbage":
  var random = SystemRandomNumberGenerator()
  for _ in 0..<100 {
    let frames = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 0...600, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    }
    send(frames)
  }
  say("sent")
  pause()
case "old-version":
  hello(oldest: 0, newest: 0, line: 0)
  say("answered: \(receive().joined(separator: " "))")
  hello(oldest: 0, newest: 0)
  say("answered: \(receive().joined(separator: " "))")
  pause()
case "flood":
  hello()
  say("answered: \(receive()[0])")
  // It asks without ever reading an answer, until it is held up itself.
  var id = 1
  let body = "{\"text\":\"" + String(repeating: "x", count: 4096) + "\"}"
  var refusals = 0
  while refusals < 50 {
    id += 1
    if send("OAL/1 request \(id) \(session) test.echo - -", body, waiting: false) {
      refusals = 0
    } else {
      refusals += 1
      usleep(2000)
    }
  }
  say("held up")
  pause()
default:
  fail("no such mode: \(arguments[1])")
}
