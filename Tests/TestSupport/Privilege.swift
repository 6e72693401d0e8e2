import Glibc

/// Whether this test runs as root.
package var isRoot: Bool { geteuid() == 0 }
