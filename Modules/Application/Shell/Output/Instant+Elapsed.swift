internal import Foundation

extension ContinuousClock.Instant {
  /// The time since this instant, for people: `0.012 s`.
  public var elapsed: String {
    String(format: "%.3f s", (ContinuousClock.now - self) / .seconds(1))
  }
}
