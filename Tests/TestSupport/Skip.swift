/// Says that a test, or a part of it, could not run here.
package enum Skip {
  /// Prints which test it is and what it lacks, where nobody overlooks it.
  package static func say(_ reason: String, test: String = #function) {
    Loud.say("SKIPPED \(test): \(reason)")
  }
}
