/// Something that the library, SQLite's C interface and peers all do, and what it must come to.
protocol Workload {
  /// The letter that it is known by.
  var name: String { get }
  /// How many rows it is about.
  var count: Int { get }
  /// What every contender must come to, so that none can win by leaving work out.
  var expected: Checksum { get }
  /// The library's way.
  var ours: Contender { get }
  /// SQLite's C interface, with prepared statements.
  var raw: Contender { get }
  /// Other libraries' ways; the first is the one to compare with.
  var peers: [(name: String, run: Contender)] { get }
}

/// Does a workload once: times what counts with the stopwatch, and sums up what came of it.
typealias Contender = (inout Stopwatch) throws -> Checksum

/// A workload before its size is chosen.
struct WorkloadKind: Sendable {
  let name: String
  let sizes: [Int]
  let make: @Sendable (_ count: Int) throws -> any Workload
}
