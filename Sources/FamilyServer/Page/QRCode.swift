import CQRCode

/// A QR code as a picture that needs no request of its own.
struct QRCode {
  /// How many modules a side has, without the quiet zone.
  let width: Int
  private let modules: [Bool]

  /// Makes the code of a text; `nil` for one that is longer than any code holds.
  init?(_ text: String) {
    // A quarter of it may be dirt or glare: it is read from a screen, by a telephone.
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    width = Int(unsafe code.pointee.width)
    let bytes = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    // The lowest bit is the module's colour; the others say what it is for.
    modules = unsafe bytes.map { $0 & 1 == 1 }
  }

  /// Whether a module is dark.
  func isDark(_ column: Int, _ row: Int) -> Bool { modules[row * width + column] }

  /// The picture, dark on white in any scheme, with the quiet zone that readers need.
  ///
  /// - Parameter title: What somebody hears who doesn't see it.
  func picture(_ title: String) -> HTML {
    let quiet = 4
    let side = width + 2 * quiet
    return """
      <svg class="qr" role="img" aria-label="\(title)" viewBox="0 0 \(side) \(side)" \
      shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/>\
      <path fill="#000" d="\(path(quiet))"/></svg>
      """
  }

  /// One piece for each run of dark modules in a row.
  private func path(_ quiet: Int) -> String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        guard isDark(column, row) else {
          column += 1
          continue
        }
        let start = column
        while column < width, isDark(column, row) { column += 1 }
        path += "M\(start + quiet) \(row + quiet)h\(column - start)v1h-\(column - start)z"
      }
    }
    return path
  }
}
