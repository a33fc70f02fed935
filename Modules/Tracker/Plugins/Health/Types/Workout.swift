import Foundation
import StrataDomain
import StrataShell

/// A workout, whose data may be spread over several elements.
struct Workout {
  let place: ElementScanner.Place
  private let record: HealthRecord
  private let activity: String
  private let minutes: Double
  private var distance: String?
  private var energy: String?

  init(_ element: Element, activity: String) throws(HealthProblem) {
    place = element.place
    self.activity = activity
    record = try HealthRecord(element, type: activity)
    if let text = element[.duration] {
      guard let duration = Double(decimal: text), duration >= 0 else {
        throw HealthProblem(message: "the duration “\(text)” is not a number")
      }
      minutes = duration * (Self.minutesByUnit[element[.durationUnit] ?? "min"] ?? 1)
    } else {
      minutes = record.end.timeIntervalSince(record.start) / 60
    }
    distance = Self.amount(element[.totalDistance], element[.totalDistanceUnit])
    energy = Self.amount(element[.totalEnergyBurned], element[.totalEnergyBurnedUnit])
  }

  private static let minutesByUnit = ["min": 1.0, "s": 1.0 / 60, "hr": 60.0]

  /// Adds the statistics that newer exports have in nested elements.
  mutating func add(_ element: Element) {
    let type = element[.type] ?? ""
    let amount = Self.amount(element[.sum], element[.unit])
    if type.contains("Distance") { distance = distance ?? amount }
    if type.hasSuffix("ActiveEnergyBurned") { energy = energy ?? amount }
  }

  private static func amount(_ value: String?, _ unit: String?) -> String? {
    guard let value, let number = Double(decimal: value), number > 0 else { return nil }
    let rounded = (number * 100).rounded() / 100
    return "\(rounded)" + (unit.map { " " + $0 } ?? "")
  }

  var type: HealthType { .workout(activity) }

  /// Makes the data point: the duration in minutes, with distance and energy as a remark.
  func point() -> HealthPoint {
    var parts = ItemDataContent.Parts(kind: .valueWithInterval, startDate: record.start)
    parts.endDate = record.end
    parts.value1 = minutes
    let memo = [distance, energy].compactMap(\.self).joined(separator: ", ")
    return HealthPoint(
      uid: record.uid(of: "\(minutes)"), item: HealthItem(type: type, unit: "min"),
      created: record.created, parts: parts, memo: memo.isEmpty ? nil : memo)
  }
}
