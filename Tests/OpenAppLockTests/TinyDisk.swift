import Foundation
import Glibc
import TestSupport

/// A small disk of the test's own, in memory; it needs root.
struct TinyDisk {
  let path: String

  /// Mounts a disk in the scratch folder; `nil`, said aloud, where that isn't allowed.
  init?(in scratch: Scratch, kibibytes: Int) throws {
    path = try scratch.makeFolder("disk")
    let path = path
    guard unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k,mode=0700") == 0 else {
      print("*** skipped: a disk in memory can only be mounted by root")
      return nil
    }
    scratch.onCleanUp { unsafe umount2(path, Int32(MNT_DETACH)) }
  }

  /// Leaves no room at all.
  func fill() throws {
    let descriptor = unsafe open(path + "/ballast", O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0, count: 4096)
    while unsafe write(descriptor, block, block.count) > 0 {}
    guard errno == ENOSPC else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Lets nobody write any more.
  func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    guard unsafe mount("tmpfs", path, "tmpfs", flags, nil) == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }
}
