import AppGroup

/// What a machine keeps for itself, in a folder that no extension reaches.
package struct DeviceFiles: Sendable {
  /// The folder; its lock is held by whoever enforces.
  let folder: AppGroup
  /// Who the machine is to its server.
  package let credentials: PrivateFile<Credentials>
  /// Answers of which nobody knows yet what they earned.
  let submission: PrivateFile<PendingSubmission>

  /// Opens the folder, and makes it with mode 0700 where it isn't there.
  ///
  /// - Throws: `notStored` for a folder that is another's, or open to others.
  package init(in path: String) throws(DeviceError) {
    do {
      folder = try AppGroup(at: path, creating: true)
    } catch {
      throw DeviceError(.notStored, error.message, hint: error.hint)
    }
    credentials = PrivateFile(
      path: path + "/credentials.json",
      recovery: "restore it from a backup; or an administrator removes it and pairs anew:"
        + " family-device pair --server URL --code CODE")
    submission = PrivateFile(
      path: path + "/submission.json",
      recovery: "what those answers earned shows after the next: family-device sync")
  }
}
