import Glibc

/// A small disk of the test's own, in memory; it needs root.
package struct TinyDisk {
  /// Where it is mounted: a folder of the scratch.
  package let path: String

  /// Mounts a disk in the scratch folder, to be taken away by its clean-up; `nil`, said aloud,
  /// where that isn't allowed.
  ///
  /// - Parameter folder: An empty folder of the test's own to mount it on instead.
  package init?(
    in scratch: Scratch, on folder: String? = nil, kibibytes: Int, test: String = #function
  ) throws {
    path = try folder ?? scratch.makeFolder("disk")
    let path = path
    guard unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k,mode=0700") == 0 else {
      Skip.say("a disk in memory can only be mounted by root", test: test)
      return nil
    }
    scratch.onCleanUp { unsafe umount2(path, Int32(MNT_DETACH)) }
  }

  /// Leaves no room at all.
  package func fill() throws {
    let descriptor = unsafe open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0, count: 4096)
    while unsafe write(descriptor, block, block.count) > 0 {}
    guard errno == ENOSPC else { throw TestSupportError.system("fill \(path)") }
  }

  /// Makes the room again that ``fill()`` took.
  package func makeRoom() throws {
    guard unsafe unlink(path + "/ballast") == 0 else {
      throw TestSupportError.system("make room on \(path)")
    }
  }

  /// Lets nobody write any more.
  package func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    guard unsafe mount("tmpfs", path, "tmpfs", flags, nil) == 0 else {
      throw TestSupportError.system("make \(path) read-only")
    }
  }
}
