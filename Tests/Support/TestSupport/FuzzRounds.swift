internal import Foundation

/// The number of rounds of random tests.
public enum FuzzRounds {
  /// As many rounds as the variable `STRATA_FUZZ_ROUNDS` says; otherwise two, or one on a server, where each statement
  /// waits for a round trip. Tests of which a round is small take a multiple of it.
  public static let count =
    ProcessInfo.processInfo.environment["STRATA_FUZZ_ROUNDS"].flatMap { Int($0) }
    ?? (TestServer.isWanted ? 1 : 2)
}
