internal import Foundation

/// The number of rounds of random tests.
public enum FuzzRounds {
  /// As many rounds as the variable `STRATA_FUZZ_ROUNDS` says, as `make torture` sets it; otherwise one. Tests of which a
  /// round is small take a multiple of it.
  public static let count =
    ProcessInfo.processInfo.environment["STRATA_FUZZ_ROUNDS"].flatMap { Int($0) }
    ?? 1
  /// True if random tests run at length.
  public static let isLong = count > 1
}
