internal import Foundation

extension ContinuousClock.Instant {
  /// How long ago this was, for people: `0.012 s`.
  public var elapsed: String {
    String(format: "%.3f s", (ContinuousClock.now - self) / .seconds(1))
  }
}
