import EventLoop
import FoundationEssentials
import Glibc
import ScreenTimeModel

/// The manifests of a directory, `*.json`, one extension each.
///
/// A damaged one doesn't keep the others from working: it is told and left out.
struct ManifestFolder {
  private static let sizeLimit = 64 * 1024

  let path: String

  /// Reads the manifests in the order of their file names, and what is wrong with those left out.
  func read() -> (manifests: [ExtensionManifest], problems: [String]) {
    var manifests: [ExtensionManifest] = []
    var problems: [String] = []
    for file in files() {
      switch manifest(in: file) {
      case .success(let manifest):
        if manifests.contains(where: { $0.identifier == manifest.identifier }) {
          problems.append("\"\(file)\" describes \"\(manifest.identifier)\" a second time")
        } else {
          manifests.append(manifest)
        }
      case .failure(let problem): problems.append(problem.message)
      }
    }
    return (manifests, problems)
  }

  private func files() -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { _ = unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(path + "/" + name) }
    }
    return names.sorted()
  }

  private func manifest(in file: String) -> Result<ExtensionManifest, ManifestProblem> {
    let bytes: [UInt8]
    do {
      bytes = try Self.content(of: file)
    } catch {
      return .failure(ManifestProblem(message: error.description))
    }
    guard bytes.count <= Self.sizeLimit else {
      return .failure(ManifestProblem(message: "\"\(file)\" is larger than any manifest"))
    }
    do {
      let manifest = try JSONDecoder().decode(ExtensionManifest.self, from: Data(bytes))
      if let problem = manifest.problem {
        return .failure(ManifestProblem(message: "\"\(file)\": \(problem)"))
      }
      return .success(manifest)
    } catch {
      return .failure(ManifestProblem(message: "\"\(file)\" is no manifest of an extension"))
    }
  }

  private static func content(of file: String) throws(SystemError) -> [UInt8] {
    let descriptor = try FileDescriptor(
      checking: unsafe open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open", path: file)
    var bytes = [UInt8](repeating: 0, count: sizeLimit + 1)
    let count = unsafe Glibc.read(descriptor.raw, &bytes, bytes.count)
    guard count >= 0 else { throw .last("read", path: file) }
    return Array(bytes[..<count])
  }
}

private struct ManifestProblem: Error {
  let message: String
}

extension ExtensionManifest {
  /// What keeps the manifest from being used; `nil` when nothing does.
  var problem: String? {
    if !NameGrammar.isReverseDomain(identifier) {
      return "an extension is named like dev.example.monitor"
    }
    if !NameGrammar.isReverseDomain(appGroup) {
      return "an app group is named like group.dev.example"
    }
    if !executable.hasPrefix("/") { return "the executable is an absolute path" }
    return nil
  }
}
