import Foundation
import Glibc

/// A program of this package, as it was just built.
package enum BuiltProgram {
  /// The folder in which the build put this test's binary and all programs, an absolute path.
  package static var folder: String {
    URL(filePath: CommandLine.arguments[0]).absoluteURL.deletingLastPathComponent().path
  }

  /// The path of a program.
  ///
  /// - Throws: when the build has put none there.
  package static func path(_ name: String) throws -> String {
    let path = folder + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      throw TestSupportError("\(path) is not there: `swift build --build-tests` builds it")
    }
    return path
  }
}
