/// The version of the platform's client side, which every hello of it says.
package enum ScreenTimeVersion {
  /// The version, as `major.minor.patch`.
  package static let text = "0.1.0"
}
