internal import Foundation

/// The number of rounds of random tests.
public enum FuzzRounds {
  /// As many rounds as the variable `STRATA_FUZZ_ROUNDS` says, or four. Tests of which a round is small take a
  /// multiple of it.
  public static let count =
    ProcessInfo.processInfo.environment["STRATA_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 4
}
