/// A launch that keeps the started program on one processor.
enum ProcessorPin {
  /// The program that does it; part of every Debian.
  private static let program = "/usr/bin/taskset"

  /// The launch of `program` with `arguments` on the first processor that we may use ourselves.
  static func pinning(
    _ program: String, _ arguments: [String]
  ) -> (program: String, arguments: [String]) {
    (ProcessorPin.program, ["--cpu-list", firstAllowedProcessor, program] + arguments)
  }

  private static var firstAllowedProcessor: String {
    let status = String(decoding: readFile("/proc/self/status") ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    let list = line?.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " }).last ?? "0"
    return String(list.prefix { $0.isNumber })
  }
}
