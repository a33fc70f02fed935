public import Foundation
public import StrataSchema

/// The changes of one save, packed as they are recorded.
///
/// The packed form names each entity and each set of properties once, so that it can be read
/// without the models and after they have changed. All numbers are LEB128 variable-length integers:
///
///     version (1)
///     count of names, then each as length and UTF-8
///     runs: entity name, kind, count of properties and their names, count of keys,
///           then each key as the zigzag difference from the one before
public struct HistoryLog {
  private var runs: [Run] = []
  private var runIndices: [RunKey: Int] = [:]
  private var lastKey: RunKey?
  private var lastIndex = 0
  /// The tombstones of deleted objects.
  var tombstones = TombstoneLog()

  private struct RunKey: Hashable {
    let entity: ObjectIdentifier
    let kind: HistoryEntry.Change.Kind
    let properties: PropertySet
  }

  private struct Run {
    let table: EntityTable
    let kind: HistoryEntry.Change.Kind
    let properties: PropertySet
    var lastKey: Int64 = 0
    var count = 0
    var keys: [UInt8] = []

    var key: RunKey {
      RunKey(entity: ObjectIdentifier(table), kind: kind, properties: properties)
    }
  }

  /// A log of nothing.
  public init() {}

  /// True if nothing was recorded.
  public var isEmpty: Bool { runs.isEmpty }

  /// How many changes were recorded.
  public var count: Int {
    var count = 0
    for index in runs.indices { count += runs[index].count }
    return count
  }

  /// Records a change. A change that is recorded again at once is there once. O(1).
  public mutating func record(
    _ kind: HistoryEntry.Change.Kind, _ table: EntityTable, key: Int64,
    properties: PropertySet = PropertySet()
  ) {
    let runKey = RunKey(entity: ObjectIdentifier(table), kind: kind, properties: properties)
    if runKey != lastKey {
      lastKey = runKey
      lastIndex = index(of: runKey) ?? runs.count
      if lastIndex == runs.count { add(Run(table: table, kind: kind, properties: properties)) }
    }
    if runs[lastIndex].count > 0, runs[lastIndex].lastKey == key { return }
    let difference = key &- runs[lastIndex].lastKey
    runs[lastIndex].keys.append(zigzag: difference)
    runs[lastIndex].lastKey = key
    runs[lastIndex].count += 1
  }

  // Most saves have one run or two, for which a dictionary costs more than it saves.
  private static let fewRuns = 8

  private func index(of key: RunKey) -> Int? {
    runs.count > Self.fewRuns ? runIndices[key] : runs.firstIndex { $0.key == key }
  }

  private mutating func add(_ run: Run) {
    runs.append(run)
    guard runs.count > Self.fewRuns else { return }
    for index in runs.indices.dropFirst(runIndices.count) { runIndices[runs[index].key] = index }
  }

  /// Takes back all that was recorded of one kind, to be recorded in another way. O(number of runs).
  package mutating func forget(_ kind: HistoryEntry.Change.Kind) {
    let rest = runs.filter { $0.kind != kind }
    (runs, runIndices, lastKey) = ([], [:], nil)
    for run in rest { add(run) }
  }

  /// Changes of one kind to rows of one entity, and of the same properties where they are updates.
  package struct RecordedRun {
    package let table: EntityTable
    package let kind: HistoryEntry.Change.Kind
    package let properties: PropertySet
    package let keys: [Int64]
  }

  /// True if a change of a kind was recorded.
  func hasRecorded(_ kind: HistoryEntry.Change.Kind) -> Bool { runs.contains { $0.kind == kind } }

  /// The recorded changes of some kinds. O(number of changes).
  package func recorded(_ kinds: HistoryEntry.Change.Kind...) throws -> [RecordedRun] {
    try runs.filter { kinds.contains($0.kind) }.map { run in
      var reader = HistoryReader(Data(run.keys))
      var (key, keys): (Int64, [Int64]) = (0, [])
      keys.reserveCapacity(run.count)
      for _ in 0..<run.count {
        key &+= try reader.zigzag()
        keys.append(key)
      }
      return RecordedRun(
        table: run.table, kind: run.kind, properties: run.properties, keys: keys)
    }
  }

  /// The packed form.
  public func packed() -> Data { Data(packedBytes()) }

  /// The packed form as an array, which a save binds without another copy.
  func packedBytes() -> [UInt8] {
    var names = HistoryNames()
    var body: [UInt8] = []
    body.reserveCapacity(runs.reduce(8) { $0 + $1.keys.count + 16 })
    body.append(variable: UInt64(runs.count))
    for run in runs {
      body.append(variable: names.index(run.table.entity.name))
      body.append(run.kind.rawValue)
      let properties =
        run.properties.isEmpty
        ? [] : run.properties.indices.filter { $0.rawValue < run.table.entity.properties.count }
      body.append(variable: UInt64(properties.count))
      for property in properties {
        body.append(variable: names.index(run.table.entity.properties[property].name))
      }
      body.append(variable: UInt64(run.count))
      body += run.keys
    }
    return names.packed(before: body)
  }
}
