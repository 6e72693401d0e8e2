import CLinux

/// What this kernel has to keep a program apart from the rest.
package struct SandboxSupport: Hashable, Sendable {
  /// The version of Landlock, which keeps files and TCP; 0 where there is none.
  package let landlock: Int
  /// Whether system calls can be filtered, which keeps every other kind of network.
  package let filtersCalls: Bool

  /// States what a kernel has.
  package init(landlock: Int, filtersCalls: Bool) {
    self.landlock = landlock
    self.filtersCalls = filtersCalls
  }

  /// Asks the kernel.
  package static func ofThisKernel() -> SandboxSupport {
    SandboxSupport(
      landlock: Int(oal_landlock_version()), filtersCalls: oal_seccomp_is_there() == 1)
  }

  /// What extensions that the service starts can therefore do, a sentence each.
  package var gaps: [String] {
    var gaps: [String] = []
    if landlock == 0 {
      gaps.append("extensions can read and write every file that their account can")
    }
    if !filtersCalls { gaps.append("extensions can reach the network") }
    return gaps
  }

  /// What would close the gaps; `nil` where there is none.
  package var hint: String? {
    if landlock == 0 {
      return
        "a kernel from 5.13 on that was started with landlock among its security modules (lsm=)"
    }
    return filtersCalls ? nil : "a kernel that was built with seccomp filters"
  }
}
