import StrataModel
import StrataSchema

/// The read state of a graph: the traces of recent fetches for read-ahead, and the error of a store
/// that can't be read.
///
/// Values that couldn't be read block saving, so ``SaveObstacles`` has them.
struct Loading {
  // By the root of the hierarchy. The trace that was followed last comes first.
  private var traces: [[FetchTrace]]
  /// The error of a store that can't be read. It is set while a change is made without the store,
  /// and every load throws it.
  var storeError: (any Error)?
  /// True once an object of the graph was read without some of its attributes.
  var hasUnread = false

  /// Number of traces of a hierarchy.
  private static let traceCount = 8

  init(entityCount: Int) { traces = Array(repeating: [], count: entityCount) }

  /// Records which objects were read together.
  ///
  /// - Parameter isReadAhead: True if they were read for an access to another object. The trace
  ///   then comes second, behind the one that the caller follows.
  mutating func record(_ keys: [Int64], of root: EntityIndex, isReadAhead: Bool) {
    if isReadAhead, let followed = traces[root].first {
      traces[root].insert(FetchTrace(keys, like: followed), at: 1)
    } else {
      traces[root].insert(FetchTrace(keys), at: 0)
    }
    if traces[root].count > Self.traceCount { traces[root].removeLast() }
  }

  /// The keys of the objects that a fault of a property should read ahead for. Nil if no trace has
  /// the object.
  mutating func follow(
    _ key: Int64, _ property: PropertyIndex, of root: EntityIndex
  ) -> ArraySlice<Int64>? {
    for index in traces[root].indices {
      guard let next = traces[root][index].follow(key, property) else { continue }
      if index > 0 { traces[root].insert(traces[root].remove(at: index), at: 0) }
      return next
    }
    return nil
  }

  /// Limits the next read-ahead of a property by the number of objects that the last one read for
  /// `count` objects.
  mutating func limit(
    _ property: PropertyIndex, of root: EntityIndex, read: Int, for count: Int
  ) {
    guard !traces[root].isEmpty else { return }
    traces[root][0].record(property, read: read, for: count)
  }

  mutating func forgetTraces() { traces = traces.map { _ in [] } }
}

/// The keys of objects that were read together, in the order in which they were read.
///
/// A caller that follows a link of one object and then of another probably iterates over all of
/// them. So each further fault of a relationship reads ahead for more of the objects that follow.
struct FetchTrace {
  private let keys: [Int64]
  private let isAscending: Bool
  /// Read-ahead cursors by property.
  private var cursors: [PropertyIndex: Cursor] = [:]

  private struct Cursor {
    var position = 0
    /// Number of objects that the next fault reads ahead for.
    var count = 0
  }

  /// Maximum number of objects that a fault reads ahead for.
  private static let largest = 1024
  /// Number of objects that one fault should read at most.
  static let largestReading = 4096

  init(_ keys: [Int64]) {
    self.keys = keys
    isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Creates a trace of objects that were loaded by reading ahead. It reads ahead as far as the
  /// trace that led to them.
  init(_ keys: [Int64], like other: FetchTrace) {
    self.init(keys)
    cursors = other.cursors.mapValues { Cursor(count: $0.count) }
  }

  /// The keys of the next objects that a fault of a property should read ahead for. None for the
  /// first fault, four for the second, then four times as many with each, up to 1,024. Nil if the
  /// object isn't in the trace.
  ///
  /// O(log(number of keys)) if the keys ascend. Otherwise O(1) for the next object in order, and a
  /// linear search for others.
  mutating func follow(_ key: Int64, _ property: PropertyIndex) -> ArraySlice<Int64>? {
    var cursor = cursors[property] ?? Cursor()
    guard let position = position(of: key, from: cursor.position) else { return nil }
    let count = cursor.count
    cursor.position = position
    cursor.count = min(max(count, 1) * 4, Self.largest)
    cursors[property] = cursor
    return keys[(position + 1)...].prefix(count)
  }

  /// Limits the next read-ahead by the number of objects that the last one read for `count`
  /// objects.
  mutating func record(_ property: PropertyIndex, read: Int, for count: Int) {
    guard read > 0, var cursor = cursors[property] else { return }
    cursor.count = min(cursor.count, max(1, Self.largestReading * count / read))
    cursors[property] = cursor
  }

  private func position(of key: Int64, from start: Int) -> Int? {
    if isAscending {
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle] < key { low = middle + 1 } else { high = middle }
      }
      return low < keys.count && keys[low] == key ? low : nil
    }
    let near = start..<min(start + 2 * Self.largest, keys.count)
    if let position = keys[near].firstIndex(of: key) { return position }
    // Longer traces serve only callers that follow them in order. A linear search would be too
    // slow.
    return keys.count <= 10_000 ? keys.firstIndex(of: key) : nil
  }
}
