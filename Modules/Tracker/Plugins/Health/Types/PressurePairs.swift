import Foundation
import StrataDomain

/// Combines systolic and diastolic blood pressures, which are far apart in an export.
///
/// A `Correlation` has both halves of a measurement, and the export has each of them once more by itself. Halves
/// without a correlation belong together if no other half has their source and time. All wait for the end of the
/// file. A lifetime has only some thousands of them.
struct PressurePairs {
  private struct Key: Hashable {
    let source: String
    let start: Date
    let end: Date

    init(_ record: HealthRecord) {
      source = record.source
      start = record.start
      end = record.end
    }
  }

  private typealias Half = (record: HealthRecord, value: Double)

  /// The halves of one source and time.
  private struct Halves {
    var systolic: [Half] = []
    var diastolic: [Half] = []

    /// Adds a half, unless it is there already: a broken tag can make a correlation's records look like others.
    mutating func add(_ half: Half) {
      func add(to halves: inout [Half]) {
        if !halves.contains(where: { $0.value == half.value }) { halves.append(half) }
      }
      if half.record.type == HealthType.systolic { add(to: &systolic) } else { add(to: &diastolic) }
    }

    /// Removes one half of a value.
    mutating func remove(_ half: Half) {
      func remove(from halves: inout [Half]) {
        if let index = halves.firstIndex(where: { $0.value == half.value }) {
          halves.remove(at: index)
        }
      }
      if half.record.type == HealthType.systolic {
        remove(from: &systolic)
      } else {
        remove(from: &diastolic)
      }
    }
  }

  private var halves: [Key: Halves] = [:]
  private var keys: [Key] = []
  private var measurements: [(systolic: Half, diastolic: Half)] = []
  private var correlation = Halves()

  /// The number of values without a counterpart, once ``points()`` was called.
  private(set) var aloneCount = 0

  /// Adds a value.
  ///
  /// - Parameter isInCorrelation: True for a record inside a `Correlation`.
  mutating func take(_ record: HealthRecord, isInCorrelation: Bool) throws(HealthProblem) {
    let half = (record, try record.number())
    if isInCorrelation { return correlation.add(half) }
    let key = Key(record)
    if halves[key] == nil { keys.append(key) }
    halves[key, default: Halves()].add(half)
  }

  /// Ends a `Correlation`.
  mutating func endCorrelation() {
    if let systolic = correlation.systolic.first, let diastolic = correlation.diastolic.first {
      measurements.append((systolic, diastolic))
    }
    correlation = Halves()
  }

  /// Forgets the values of a `Correlation` whose end may be missing. The export has them once more.
  mutating func abandonCorrelation() { correlation = Halves() }

  /// Takes out the pairs of the whole file, in its order. The pairs of correlations come first.
  mutating func points() -> [HealthPoint] {
    defer { (halves, keys, measurements) = ([:], [], []) }
    var points: [HealthPoint] = []
    for (systolic, diastolic) in measurements {
      halves[Key(systolic.record)]?.remove(systolic)
      halves[Key(diastolic.record)]?.remove(diastolic)
      points.append(Self.point(systolic, diastolic))
    }
    for key in keys {
      guard let rest = halves[key] else { continue }
      if rest.systolic.count == 1, rest.diastolic.count == 1 {
        points.append(Self.point(rest.systolic[0], rest.diastolic[0]))
      } else {
        // Of two measurements in a minute nothing tells which halves belong together.
        aloneCount += rest.systolic.count + rest.diastolic.count
      }
    }
    return points
  }

  private static func point(_ systolic: Half, _ diastolic: Half) -> HealthPoint {
    let record = systolic.record
    var parts = ItemDataContent.Parts(kind: .dualValues, startDate: record.start)
    parts.value1 = systolic.value
    parts.value2 = diastolic.value
    return HealthPoint(
      uid: record.uid(of: "\(systolic.value)/\(diastolic.value)"),
      item: HealthItem(type: .bloodPressure, unit: record.unit), created: record.created,
      parts: parts, source: record.source.isEmpty ? nil : record.source)
  }
}
