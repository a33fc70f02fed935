import Foundation
import StrataDomain

/// The records of what adds up, such as steps, of several sources that have measured the same time.
///
/// As in the Health app, in each stretch of time the most trusted source counts. What another one has measured there is
/// left out, and of a record that reaches further the rest counts in proportion to its time. An export has the
/// records of a type one behind the other. They wait until another type begins.
///
/// Data points of the store take precedence over all records if no record of the export made them, or if somebody has edited
/// them. The identifier of a rest says which record it is a part of. A rest that isn't a part of the new result is removed.
struct SourceIntervals {
  /// Words of the sources that a person trusts most, the first one most.
  private let trusted: [String]
  /// Records that began before it count in their time, and are neither added nor taken out.
  private let start: Double
  private let stored: (HealthItem) throws -> StoredIntervals
  private var type: String?
  private var waiting: [HealthItem: [Source: [Record]]] = [:]
  /// The records that needn't wait any longer, by source, the least trusted first.
  private var done: [(item: HealthItem, source: Source, records: [Record])] = []
  /// The number of records of the last of ``done`` that were taken out.
  private var position = 0
  private var pieces: [HealthPoint] = []
  private var known: [HealthItem: Known] = [:]
  /// The words of ``trusted`` that a source has.
  private var matched: Set<Int> = []

  private struct Source: Hashable, Comparable {
    let rank: Int
    let name: String?

    static func < (one: Source, other: Source) -> Bool {
      (one.rank, one.name ?? "") < (other.rank, other.name ?? "")
    }
  }

  /// A record without what all records of a source share. It takes 56 bytes, since a type may have millions.
  private struct Record {
    let uid: UUID
    let start: Double
    let end: Double
    let value: Double
    let created: Double
    /// True if the store has the whole of it.
    var isStored = false

    /// The value of a part.
    func value(of part: Range<Double>) -> Double {
      value * ((part.upperBound - part.lowerBound) / (end - start))
    }
  }

  /// The state of an item during the import.
  private struct Known {
    /// The time that is counted.
    var counted = Coverage()
    /// The roots of stored points of which there was no record when they were looked at.
    var kept: Set<UInt64> = []
    /// The roots of records whose point somebody has edited.
    var edited: Set<UInt64> = []
    /// The stored rests of records, by root.
    var rests: [UInt64: [StoredInterval]] = [:]
  }

  /// - Parameters:
  ///   - trusted: Words of the sources that count most.
  ///   - start: The earliest start of what is added.
  ///   - stored: Reads what the store has of an item.
  init(
    trusted: [String], from start: Date,
    stored: @escaping (HealthItem) throws -> StoredIntervals
  ) {
    self.trusted = trusted
    self.start = start.timeIntervalSinceReferenceDate
    self.stored = stored
  }

  /// The words of sources that no source has.
  var unmatched: [String] { trusted.indices.filter { !matched.contains($0) }.map { trusted[$0] } }

  /// Takes a record. Those of another type that wait are done then.
  ///
  /// - Parameters:
  ///   - device: What the export says of the device.
  ///   - isEntered: True if a person has entered it.
  mutating func take(_ point: HealthPoint, device: String?, isEntered: Bool) throws {
    guard let start = point.parts.startDate, let end = point.parts.endDate,
      let value = point.parts.value1
    else { return pieces.append(point) }
    if point.item.type.identifier != type { try finish() }
    type = point.item.type.identifier
    let source = Source(
      rank: rank(point.source ?? "", device, isEntered: isEntered), name: point.source)
    waiting[point.item, default: [:]][source, default: []].append(
      Record(
        uid: point.uid, start: start.timeIntervalSinceReferenceDate,
        end: end.timeIntervalSinceReferenceDate, value: value,
        created: point.created.timeIntervalSinceReferenceDate))
  }

  /// Ends the waiting.
  mutating func finish() throws {
    for (item, var sources) in waiting {
      try settle(item, &sources)
      done.insert(
        contentsOf: sources.sorted { $0.key > $1.key }.map { (item, $0.key, $0.value) }, at: 0)
    }
    waiting = [:]
  }

  /// Looks at what the store has of an item.
  private mutating func settle(_ item: HealthItem, _ sources: inout [Source: [Record]]) throws {
    var places: [UInt64: (source: Source, index: Int)] = [:]
    for (source, records) in sources {
      places.reserveCapacity(places.count + records.count)
      for (index, record) in records.enumerated() { places[record.uid.root] = (source, index) }
    }
    var known = known[item] ?? Known()
    var kept: [Range<Double>] = []
    for point in try stored(item) {
      let root = point.uid.root
      guard let (source, index) = places[root], source.name == point.source,
        let record = sources[source]?[index]
      else {
        kept.append(point.range)
        known.kept.insert(root)
        continue
      }
      if known.kept.contains(root) || Self.isUnchanged(point, record) {
        if point.uid == record.uid {
          sources[source]?[index].isStored = true
        } else {
          known.rests[root, default: []].append(point)
        }
      } else {
        kept.append(point.range)
        if point.uid == record.uid { known.edited.insert(root) }
      }
    }
    known.counted.add(kept.filter { !$0.isEmpty })
    self.known[item] = known
  }

  /// True if a stored point is as the import has added it.
  private static func isUnchanged(_ point: StoredInterval, _ record: Record) -> Bool {
    guard !point.hasMemo else { return false }
    if point.uid == record.uid {
      return point.range == record.start..<record.end && point.value == record.value
    }
    return point.uid == record.uid.rest(point.range) && point.value == record.value(of: point.range)
  }

  /// Takes out a record that needn't wait any longer. Nil if all of them wait.
  mutating func next() -> HealthPoint? {
    while pieces.isEmpty {
      guard let (item, source, records) = done.last else { return nil }
      guard position < records.count else {
        known[item, default: Known()].counted.add(
          records.compactMap { $0.start < $0.end ? $0.start..<$0.end : nil })
        done.removeLast()
        position = 0
        continue
      }
      let record = records[position]
      if record.start >= start { pieces = points(of: record, of: item, source.name).reversed() }
      position += 1
    }
    return pieces.popLast()
  }

  /// A person's own entries come first, then a watch, a phone, and other programs.
  private mutating func rank(_ source: String, _ device: String?, isEntered: Bool) -> Int {
    let name = source.lowercased()
    if let index = trusted.firstIndex(where: { name.contains($0.lowercased()) }) {
      matched.insert(index)
      return index
    }
    let text = name + " " + (device ?? "").lowercased()
    let ranks = [
      isEntered || name == "health", text.contains("watch"), text.contains("phone"),
    ]
    return trusted.count + (ranks.firstIndex(of: true) ?? ranks.count)
  }

  /// The parts of a record that no other source has counted, the record itself as covered if that isn't all of it, and the
  /// parts that counted before.
  private func points(
    of record: Record, of item: HealthItem, _ source: String?
  ) -> [HealthPoint] {
    func point(
      _ uid: UUID, _ part: Range<Double>, _ value: Double, _ role: HealthPoint.Role = .counted
    ) -> HealthPoint {
      HealthPoint(
        uid: uid, item: item, created: Date(timeIntervalSinceReferenceDate: record.created),
        parts: ItemDataContent.Parts(
          kind: item.type.kind, startDate: Date(timeIntervalSinceReferenceDate: part.lowerBound),
          endDate: Date(timeIntervalSinceReferenceDate: part.upperBound), value1: value),
        source: source, role: role)
    }
    let range = record.start..<record.end
    let whole = point(record.uid, range, record.value)
    guard let known = known[item] else { return [whole] }
    let root = record.uid.root
    let rests = known.rests[root] ?? []
    if known.edited.contains(root) { return [whole] }
    // Its own points are in the time that is counted.
    if known.kept.contains(root) {
      return (record.isStored ? [whole] : []) + rests.map { point($0.uid, $0.range, $0.value) }
    }
    var parts: [HealthPoint]
    if range.isEmpty {
      parts = known.counted.contains(record.start) ? [] : [whole]
    } else {
      let rest = known.counted.gaps(in: range)
      parts =
        rest == [range]
        ? [whole] : rest.map { point(record.uid.rest($0), $0, record.value(of: $0)) }
    }
    let uids = Set(parts.map(\.uid))
    if !uids.contains(record.uid) {
      parts.append(point(record.uid, range, record.value, .covered))
      if record.isStored { parts.append(point(record.uid, range, record.value, .outdated)) }
    }
    return parts
      + rests.filter { !uids.contains($0.uid) }.map {
        point($0.uid, $0.range, $0.value, .outdated)
      }
  }
}

/// A data point of the store that measures a stretch of time.
struct StoredInterval {
  let uid: UUID
  let source: String?
  let range: Range<Double>
  let value: Double
  let hasMemo: Bool
}

extension UUID {
  /// The first eight bytes, which the identifiers of a record and of its rests share.
  var root: UInt64 {
    withUnsafeBytes(of: uuid) { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
  }

  /// The identifier of a record's rest in a stretch of time.
  func rest(_ part: Range<Double>) -> UUID {
    let name = UUID(name: "\(self)|\(part.lowerBound)|\(part.upperBound)", in: .health)
    let bytes =
      withUnsafeBytes(of: uuid) { Array($0[..<8]) }
      + withUnsafeBytes(of: name.uuid) { Array($0[8...]) }
    return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
}

/// Stretches of time, in order, of which none touches another.
struct Coverage {
  private var ranges: [Range<Double>] = []

  /// Adds stretches, in any order. O(n log n).
  mutating func add(_ others: [Range<Double>]) {
    let all = (ranges + others).sorted { $0.lowerBound < $1.lowerBound }
    ranges = []
    for range in all {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// True if a moment is inside.
  func contains(_ moment: Double) -> Bool {
    let index = firstIndex(endingAfter: moment)
    return index < ranges.count && ranges[index].contains(moment)
  }

  /// The parts of a stretch that aren't inside.
  func gaps(in range: Range<Double>) -> [Range<Double>] {
    var gaps: [Range<Double>] = []
    var start = range.lowerBound
    var index = firstIndex(endingAfter: start)
    while index < ranges.count, ranges[index].lowerBound < range.upperBound {
      if ranges[index].lowerBound > start { gaps.append(start..<ranges[index].lowerBound) }
      start = max(start, ranges[index].upperBound)
      index += 1
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    return gaps
  }

  private func firstIndex(endingAfter moment: Double) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
