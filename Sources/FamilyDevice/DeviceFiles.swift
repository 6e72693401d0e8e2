import AppGroup

/// What a machine keeps for itself, in a folder that no extension reaches.
package struct DeviceFiles: Sendable {
  /// The folder; its lock is held by whoever enforces.
  let folder: AppGroup
  /// Who the machine is to its server.
  package let credentials: PrivateFile<Credentials>
  /// Answers of which nobody knows yet what they earned.
  let submission: PrivateFile<PendingSubmission>
  /// That the server lets the machine in no more; not there where it does, so far as is known.
  let revocation: PrivateFile<Revocation>

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
    revocation = PrivateFile(
      path: path + "/revocation.json", recovery: "the next family-device sync says it again")
  }
}
