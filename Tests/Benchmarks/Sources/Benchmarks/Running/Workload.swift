/// Something that the library, SQLite's C interface and peers all do, and what it must come to.
protocol Workload {
  /// The letter that it is known by.
  var name: String { get }
  /// How large it is: how many rows, or times.
  var count: Int { get }
  /// What every contender must come to, so that none can win by leaving work out.
  var expected: Checksum { get }
  /// The library's way.
  var ours: Contender { get }
  /// SQLite's C interface, with prepared statements.
  var raw: Contender { get }
  /// Other libraries' ways; the first is the one to compare with.
  var peers: [(name: String, run: Contender)] { get }
  /// The largest ratio of ours ÷ raw that is good enough.
  var aim: Double? { get }
  /// What others have published for the same on machines of their own.
  var published: [(name: String, milliseconds: Double)] { get }
}

extension Workload {
  var peers: [(name: String, run: Contender)] { [] }
  var published: [(name: String, milliseconds: Double)] { [] }
}

/// Does a workload once: times what counts with the stopwatch, and sums up what came of it.
typealias Contender = (inout Stopwatch) throws -> Checksum

/// A workload before its size is chosen; one that has several variants makes all of them.
struct WorkloadKind: Sendable {
  let name: String
  let sizes: [Int]
  /// The sizes of a run that takes its time.
  var fullSizes: [Int]?
  let make: @Sendable (_ count: Int) throws -> [any Workload]
}
