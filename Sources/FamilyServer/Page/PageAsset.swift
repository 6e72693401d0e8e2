import HTTPServer

/// A file of the page: it lies in the program, and its address holds a digest of its content, so that a
/// browser may keep it for ever.
struct PageAsset: Sendable {
  /// The address's path.
  let path: String
  /// The content.
  let content: [UInt8]
  private let type: String

  private init(_ name: String, _ ending: String, _ type: String, _ content: [UInt8]) {
    path = "/assets/\(name)-\(Digest.hexadecimal(of: content).prefix(16)).\(ending)"
    self.type = type
    self.content = content
  }

  /// How the page looks.
  static let style = PageAsset("page", "css", "text/css", PackageResources.page_css)
  /// What makes the page pleasant; it works without.
  static let script = PageAsset("page", "js", "text/javascript", PackageResources.page_js)
  /// The sign beside the page's name.
  static let icon = PageAsset("icon", "svg", "image/svg+xml", PackageResources.icon_svg)

  /// The answer to a request for a file; `nil` where none has that path.
  static func answer(_ path: String) -> HTTPResponse? {
    guard path.hasPrefix("/assets/"),
      let asset = [style, script, icon].first(where: { $0.path == path })
    else { return nil }
    return HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": asset.type + "; charset=utf-8",
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'",
      ], body: asset.content)
  }
}
