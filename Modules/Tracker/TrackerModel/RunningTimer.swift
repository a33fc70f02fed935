public import Foundation
public import Strata

/// The beginning of something that lasts and hasn't ended yet.
///
/// A data point of an interval always has its end, so one that is still running isn't a data point.
/// When it ends, a data point replaces its timer.
@Model public final class RunningTimer: TemporalModel {
  /// The time when it began.
  public var startDate: Date
  /// The uid of the option, if one was chosen at the start.
  public var optionID: UUID?
  /// The item.
  public var item: Item?

  /// Makes a timer. Insert it into a context before you set its item.
  public init(startDate: Date, optionID: UUID? = nil) {
    self.startDate = startDate
    self.optionID = optionID
  }
}
