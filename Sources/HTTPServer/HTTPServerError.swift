/// Says why a server can't serve.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, and why it did not work.
  package let description: String

  /// Whether the certificate and its key are the reason.
  package let isAboutCertificate: Bool

  init(_ description: String, isAboutCertificate: Bool = false) {
    self.description = description
    self.isAboutCertificate = isAboutCertificate
  }
}
