package import Bus
package import ScreenTimeProtocol

/// How much the service takes on: a named preset, so that logic for iOS meets the limits of iOS.
///
/// What passes a limit is refused when it is asked for, with the number and the limit (decision P6).
package struct PlatformLimits: Hashable, Sendable {
  /// The preset's name.
  package let name: String
  /// The shortest interval of an activity, in seconds.
  package let shortestInterval: Int
  /// The longest interval of an activity, in seconds; `nil` for any.
  package let longestInterval: Int?
  /// Activities per app group.
  package let activities: Int
  /// Stores per app group that say anything; `nil` for any number.
  package let stores: Int?
  /// Tokens in one field of a store or a selection; `nil` for any number.
  package let tokensPerField: Int?

  /// What this platform can do.
  package static let linux = PlatformLimits(
    name: "linux", shortestInterval: 60, longestInterval: nil, activities: 1000, stores: nil,
    tokensPerField: nil)

  /// What an iPhone does.
  package static let ios = PlatformLimits(
    name: "ios", shortestInterval: 15 * 60, longestInterval: 7 * 86_400, activities: 20,
    stores: 50, tokensPerField: 50)

  /// Every preset.
  package static let all = [linux, ios]

  /// What an app is told of them.
  package var told: LimitsRead.Reply {
    LimitsRead.Reply(
      name: name, activities: activities, stores: stores, tokensPerField: tokensPerField)
  }

  /// Checks the length of an interval.
  ///
  /// - Throws: `intervalTooShort`, `intervalTooLong`.
  package func check(intervalOf seconds: Int) throws(BusError) {
    if seconds < shortestInterval {
      throw BusError(
        .intervalTooShort,
        "an interval of \(seconds) s is shorter than the \(shortestInterval) s that the limits"
          + " \"\(name)\" ask for")
    }
    if let longestInterval, seconds > longestInterval {
      throw BusError(
        .intervalTooLong,
        "an interval of \(seconds) s is longer than the \(longestInterval) s that the limits"
          + " \"\(name)\" allow")
    }
  }

  /// Checks how many activities an app group would have.
  ///
  /// - Throws: `excessiveActivities`.
  package func check(activities count: Int) throws(BusError) {
    guard count > activities else { return }
    throw BusError(
      .excessiveActivities,
      "\(count) activities are more than the \(activities) that the limits \"\(name)\" allow",
      hint: "stop one that is not needed any more")
  }

  /// Checks how many stores of an app group would say something.
  ///
  /// - Throws: `overLimit`.
  package func check(stores count: Int) throws(BusError) {
    guard let stores, count > stores else { return }
    throw BusError(
      .overLimit, "\(count) stores are more than the \(stores) that the limits \"\(name)\" allow",
      hint: "clear a store that is not needed any more")
  }

  /// Checks the fullest field of a store or selection.
  ///
  /// - Throws: `overLimit`.
  package func check(tokens count: Int) throws(BusError) {
    guard let tokensPerField, count > tokensPerField else { return }
    throw BusError(
      .overLimit,
      "\(count) tokens in one field are more than the \(tokensPerField) that the limits"
        + " \"\(name)\" allow",
      hint: "choose fewer, or whole categories")
  }
}
