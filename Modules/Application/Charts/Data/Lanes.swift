public import Foundation

/// The presence of options over time, with one strip per option.
public struct Lanes: Sendable, Hashable {
  /// The names of the options, in the order of their strips.
  public var labels: [String]
  /// The stretches of time in order, each with a share for each label.
  public var columns: [Column]

  /// The shares of the options in a stretch of time.
  public struct Column: Sendable, Hashable {
    /// The beginning of the stretch.
    public var start: Date
    /// The end of the stretch.
    public var end: Date
    /// The share of each label in the stretch, from 0 to 1, in the order of the labels.
    public var shares: [Double]

    /// Makes a stretch. Shares are limited to 0...1.
    public init(start: Date, end: Date, shares: [Double]) {
      self.start = start
      self.end = max(start, end)
      self.shares = shares.map { $0.isFinite ? min(1, max(0, $0)) : 0 }
    }
  }

  /// Makes strips for options.
  public init(labels: [String], columns: [Column]) {
    self.labels = labels
    self.columns = columns
  }
}
