import Glibc

/// What tells this instance's things on the machine from another's.
enum InstanceName {
  /// A short name that is the same in each life of an instance: its cgroups are found by it again.
  static func short(of stateDirectory: String) -> String {
    // FNV-1a: nothing secret, only different for different folders.
    let hash = stateDirectory.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 36)
  }

  /// The guard program in the folder of this one; `nil` when there is none.
  static func guardBesideThisProgram() -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let own = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = own.lastIndex(of: "/") else { return nil }
    let path = String(own[..<slash]) + "/execguard"
    return unsafe access(path, X_OK) == 0 ? path : nil
  }
}
