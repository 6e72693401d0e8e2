/// Where a test platform keeps everything: the layout of an instance, in a scratch folder.
struct PlatformPlace {
  let folder: ScratchFolder

  var state: String { folder.file("state") }
  var run: String { folder.file("state/run") }
  var socket: String { run + "/screentimed.sock" }
  var manifests: String { folder.file("extensions") }
  var catalog: String { folder.file("catalog.json") }

  func group(_ name: String) -> String { state + "/groups/" + name }
  func log(_ name: String) -> String { folder.file(name + ".log") }

  /// Makes the folders that have to be there before the service is.
  func prepare() throws {
    for name in ["state", "state/run", "state/groups", "extensions"] { try folder.makeFolder(name) }
  }
}
