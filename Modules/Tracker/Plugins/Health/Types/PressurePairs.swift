import Foundation
import StrataDomain

/// Combines systolic and diastolic blood pressures, which are far apart in an export.
///
/// Each value is stored until its counterpart arrives. A lifetime has only some thousands of them.
struct PressurePairs {
  private struct Key: Hashable {
    let source: String
    let start: Date
    let end: Date
  }

  private var waiting: [Key: (record: HealthRecord, value: Double, isSystolic: Bool)] = [:]

  /// The number of values without a counterpart.
  var aloneCount: Int { waiting.count }

  /// Adds a value.
  ///
  /// - Returns: The pair, if the value completes one.
  mutating func take(_ record: HealthRecord) throws(HealthProblem) -> HealthPoint? {
    let value = try record.number()
    let isSystolic = record.type == HealthType.systolic
    let key = Key(source: record.source, start: record.start, end: record.end)
    guard let other = waiting[key], other.isSystolic != isSystolic else {
      waiting[key] = (record, value, isSystolic)
      return nil
    }
    waiting[key] = nil
    let (systolic, diastolic) = isSystolic ? (value, other.value) : (other.value, value)
    let first = isSystolic ? record : other.record
    var parts = ItemDataContent.Parts(kind: .dualValues, startDate: record.start)
    parts.value1 = systolic
    parts.value2 = diastolic
    return HealthPoint(
      uid: first.uid(of: "\(systolic)/\(diastolic)"),
      item: HealthItem(type: .bloodPressure, unit: record.unit), created: record.created,
      parts: parts)
  }
}
