import Foundation
import StrataDomain

/// The records of what adds up, such as steps, of several sources that have measured the same time.
///
/// As in the Health app, in each stretch of time the most trusted source counts. What another one has measured there is
/// left out, and of a record that reaches further the rest counts in proportion to its time. An export has the
/// records of a type one behind the other. They wait until another type begins.
struct SourceIntervals {
  /// Words of the sources that a person trusts most, the first one most.
  private let trusted: [String]
  private var item: HealthItem?
  private var waiting: [Source: [Record]] = [:]
  /// The records that needn't wait any longer, by source, the least trusted first.
  private var done: [(source: Source, records: [Record])] = []
  private var doneItem: HealthItem?
  /// The number of records of the last of ``done`` that were taken out.
  private var position = 0
  private var pieces: [HealthPoint] = []
  /// The time that is counted.
  private var counted: [HealthItem: Coverage] = [:]

  private struct Source: Hashable, Comparable {
    let rank: Int
    let name: String?

    static func < (one: Source, other: Source) -> Bool {
      (one.rank, one.name ?? "") < (other.rank, other.name ?? "")
    }
  }

  /// What differs between the records of a source: 48 bytes, since a type may have millions.
  private struct Record {
    let uid: UUID
    let start: Double
    let end: Double
    let value: Double
    let created: Double
  }

  init(trusted: [String] = []) { self.trusted = trusted }

  /// Takes a record. Those of another type that wait are done then: take them out by ``next()`` before the next record.
  ///
  /// - Parameter device: What the export says of the device.
  mutating func take(_ point: HealthPoint, device: String?) {
    guard let start = point.parts.startDate, let end = point.parts.endDate,
      let value = point.parts.value1
    else { return pieces.append(point) }
    if point.item != item { finish() }
    item = point.item
    let source = Source(rank: rank(point.source ?? "", device), name: point.source)
    waiting[source, default: []].append(
      Record(
        uid: point.uid, start: start.timeIntervalSinceReferenceDate,
        end: end.timeIntervalSinceReferenceDate, value: value,
        created: point.created.timeIntervalSinceReferenceDate))
  }

  /// Ends the waiting.
  mutating func finish() {
    done = waiting.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    doneItem = item
    waiting = [:]
  }

  /// Takes out a record that needn't wait any longer. Nil if all of them wait.
  mutating func next() -> HealthPoint? {
    while pieces.isEmpty {
      guard let item = doneItem, let (source, records) = done.last else { return nil }
      guard position < records.count else {
        counted[item, default: Coverage()].add(
          records.compactMap { $0.start < $0.end ? $0.start..<$0.end : nil })
        done.removeLast()
        position = 0
        continue
      }
      pieces = points(of: records[position], of: item, source.name).reversed()
      position += 1
    }
    return pieces.popLast()
  }

  /// A person's own entries come first, then a watch, a phone, and other programs.
  private func rank(_ source: String, _ device: String?) -> Int {
    let name = source.lowercased()
    if let index = trusted.firstIndex(where: { name.contains($0.lowercased()) }) { return index }
    let text = name + " " + (device ?? "").lowercased()
    let ranks = [name == "health", text.contains("watch"), text.contains("phone")]
    return trusted.count + (ranks.firstIndex(of: true) ?? ranks.count)
  }

  /// The parts of a record that no other source has counted, and the record itself as covered if that isn't all of it.
  private func points(
    of record: Record, of item: HealthItem, _ source: String?
  ) -> [HealthPoint] {
    func point(_ uid: UUID, _ part: Range<Double>, _ share: Double) -> HealthPoint {
      HealthPoint(
        uid: uid, item: item, created: Date(timeIntervalSinceReferenceDate: record.created),
        parts: ItemDataContent.Parts(
          kind: item.type.kind, startDate: Date(timeIntervalSinceReferenceDate: part.lowerBound),
          endDate: Date(timeIntervalSinceReferenceDate: part.upperBound),
          value1: record.value * share), source: source)
    }
    let range = record.start..<record.end
    let whole = point(record.uid, range, 1)
    guard let coverage = counted[item] else { return [whole] }
    if range.isEmpty { return [coverage.contains(record.start) ? whole.covered : whole] }
    let rest = coverage.gaps(in: range)
    guard rest != [range] else { return [whole] }
    return [whole.covered]
      + rest.map { part in
        let name = "\(record.uid)|\(part.lowerBound)|\(part.upperBound)"
        return point(
          UUID(name: name, in: .health), part,
          (part.upperBound - part.lowerBound) / (record.end - record.start))
      }
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
