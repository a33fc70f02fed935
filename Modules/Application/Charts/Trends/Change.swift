/// What has become of a number since the period before.
public struct Change: Sendable, Hashable {
  /// What it was.
  public let before: Double
  /// What it is.
  public let now: Double

  /// A change.
  public init(from before: Double, to now: Double) {
    self.before = before
    self.now = now
  }

  /// By how much it rose; negative when it fell.
  public var difference: Double { now - before }

  /// The difference as a part of what it was, without its sign: 0.1 for a tenth more. Nil where it was
  /// zero, of which nothing is a part.
  public var ratio: Double? { before == 0 ? nil : difference / abs(before) }
}
