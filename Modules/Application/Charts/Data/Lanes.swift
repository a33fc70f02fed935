public import Foundation

/// Which of some options had when, one strip an option.
public struct Lanes: Sendable, Hashable {
  /// The options' names, in the order in which strips stand.
  public var labels: [String]
  /// The stretches of time, in order, each with a share for each label.
  public var columns: [Column]

  /// What a stretch of time consists of.
  public struct Column: Sendable, Hashable {
    /// When the stretch begins.
    public var start: Date
    /// When it ends.
    public var end: Date
    /// How much of it belongs to each label, in their order, 0 to 1.
    public var shares: [Double]

    /// A stretch of time; shares beyond 0 and 1 are cut off.
    public init(start: Date, end: Date, shares: [Double]) {
      self.start = start
      self.end = max(start, end)
      self.shares = shares.map { $0.isFinite ? min(1, max(0, $0)) : 0 }
    }
  }

  /// Strips for labels.
  public init(labels: [String], columns: [Column]) {
    self.labels = labels
    self.columns = columns
  }
}
