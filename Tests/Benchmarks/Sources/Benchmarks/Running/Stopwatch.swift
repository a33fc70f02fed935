/// Adds up the time that the measured parts of a run take.
struct Stopwatch {
  private(set) var elapsed: Duration = .zero

  /// Runs a body and adds its time. Not inlined, so that a profile can tell what is measured.
  @inline(never)
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer { elapsed += ContinuousClock.now - start }
    return try body()
  }

  var milliseconds: Double { elapsed / .milliseconds(1) }
}
