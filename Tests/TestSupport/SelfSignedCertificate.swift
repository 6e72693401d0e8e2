import Glibc

/// A certificate for this machine's loopback address, signed by itself, and its key.
package struct SelfSignedCertificate {
  /// The file of the certificate.
  package let certificate: String
  /// The file of its key.
  package let key: String

  /// Makes one in the scratch folder; `nil`, said aloud, where there is no openssl.
  package init?(_ name: String, in scratch: Scratch, test: String = #function) throws {
    guard unsafe access("/usr/bin/openssl", X_OK) == 0 else {
      Skip.say("making a certificate needs openssl", test: test)
      return nil
    }
    certificate = scratch.file(name + ".pem")
    key = scratch.file(name + ".key")
    let made = try runToEnd(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=family", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", certificate,
      ])
    guard made.status == 0 else { throw TestSupportError("openssl: \(made.err)") }
  }
}
