import FoundationEssentials
import Glibc

/// The programs that a package's build has put beside its tests.
public enum BuiltProgram {
  /// The path of a program of the package under test, as it was just built.
  ///
  /// - Throws: ``TestPlatformError`` `setUp` where the build has put none there.
  public static func path(_ name: String) throws(TestPlatformError) -> String {
    let own = URL(filePath: CommandLine.arguments[0]).absoluteURL
    let path = own.deletingLastPathComponent().path + "/" + name
    guard unsafe access(path, X_OK) == 0 else {
      throw TestPlatformError(
        "setUp", "\(path) is not there: `swift build --build-tests` builds it")
    }
    return path
  }
}
