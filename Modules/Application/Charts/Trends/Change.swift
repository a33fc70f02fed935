/// The change of a number from one period to the next.
public struct Change: Sendable, Hashable {
  /// The number in the earlier period.
  public let before: Double
  /// The number in the later period.
  public let now: Double

  /// Makes a change.
  public init(from before: Double, to now: Double) {
    self.before = before
    self.now = now
  }

  /// The increase, which is negative for a decrease.
  public var difference: Double { now - before }

  /// The increase relative to the size of `before`: 0.1 for a tenth more. Nil if `before` is 0.
  public var ratio: Double? { before == 0 ? nil : difference / abs(before) }
}
