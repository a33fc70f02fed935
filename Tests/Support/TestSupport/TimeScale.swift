internal import Foundation
public import Testing

/// The factor by which tests wait longer.
///
/// A sanitizer makes programs up to twenty times slower. `make sanitize` sets the variable `STRATA_TIME_SCALE`, so that
/// a limit that ends a hanging test doesn't end a slow one.
public enum TimeScale {
  /// The factor, at least 1.
  public static let factor = max(
    1, ProcessInfo.processInfo.environment["STRATA_TIME_SCALE"].flatMap { Int($0) } ?? 1)

  /// Returns a number of seconds, times the factor.
  public static func seconds(_ seconds: Int) -> Int { seconds * factor }
}

extension TimeLimitTrait.Duration {
  /// A number of minutes, times the factor of ``TimeScale``.
  public static func scaledMinutes(_ minutes: Int) -> Self { .minutes(minutes * TimeScale.factor) }
}
