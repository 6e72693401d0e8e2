import CivilTime
import ScreenTimeModel

/// What the activities are told about use; the meter answers.
protocol UsageSource: AnyObject {
  /// Whether an app that is in use now belongs to `selection`; an empty one means every app (P3).
  func isInUse(_ selection: FamilyActivitySelection) -> Bool
  /// How long, in milliseconds, `selection` was in use within `span`.
  func milliseconds(of selection: FamilyActivitySelection, within span: Span) -> Int64
}
