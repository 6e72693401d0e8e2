import Glibc

/// Asks `condition` again and again until it holds or the time is over, with short pauses, and says
/// whether it came to hold.
package func poll(
  within limit: Duration, until condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while true {
    if try condition() { return true }
    guard ContinuousClock.now < deadline else { return false }
    usleep(2000)
  }
}
