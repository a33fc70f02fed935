import Foundation
import StrataDomain
import StrataShell

/// A workout, whose data may be spread over several elements.
struct Workout {
  let place: ElementScanner.Place
  private let record: HealthRecord
  private let activity: String
  private let minutes: Double
  private var distance: Amount?
  private var energy: Amount?
  /// The sums over the workout's activities, which count if the workout itself has none.
  private var activityDistance: Amount?
  private var activityEnergy: Amount?
  private var isInActivity = false

  /// A distance or an energy, which is more than 0.
  private struct Amount {
    var number: Double
    let unit: String?

    init?(_ value: String?, _ unit: String?) {
      guard let number = value.flatMap({ Double(decimal: $0) }), number > 0 else { return nil }
      self.number = number
      self.unit = unit
    }

    var text: String {
      "\((number * 100).rounded() / 100)" + (unit.map { " " + $0 } ?? "")
    }

    /// Adds an amount in the same unit. One in another unit isn't added.
    static func sum(_ first: Amount?, _ second: Amount?) -> Amount? {
      guard var first, let second, first.unit == second.unit else { return first ?? second }
      first.number += second.number
      return first
    }
  }

  init(_ element: Element, activity: String) throws(HealthProblem) {
    place = element.place
    self.activity = activity
    record = try HealthRecord(element, type: activity)
    if let text = element[.duration] {
      guard let duration = Double(decimal: text), duration >= 0 else {
        throw HealthProblem(message: "the duration “\(text)” is not a number")
      }
      let unit = element[.durationUnit] ?? "min"
      guard let factor = Self.minutesByUnit[unit] else {
        throw HealthProblem(message: "“\(unit)” is no unit of a duration")
      }
      minutes = duration * factor
    } else {
      minutes = record.end.timeIntervalSince(record.start) / 60
    }
    distance = Amount(element[.totalDistance], element[.totalDistanceUnit])
    energy = Amount(element[.totalEnergyBurned], element[.totalEnergyBurnedUnit])
  }

  private static let minutesByUnit = [
    "s": 1.0 / 60, "sec": 1.0 / 60, "min": 1.0, "hr": 60.0, "h": 60.0, "hour": 60.0, "d": 1440.0,
    "day": 1440.0,
  ]

  /// Begins a part of the workout, such as one sport of a triathlon.
  mutating func beginActivity() { isInActivity = true }
  /// Ends a part of the workout.
  mutating func endActivity() { isInActivity = false }

  /// Adds the statistics that newer exports have in nested elements.
  mutating func add(_ element: Element) {
    let type = element[.type] ?? ""
    let amount = Amount(element[.sum], element[.unit])
    if type.contains("Distance") {
      if isInActivity {
        activityDistance = Amount.sum(activityDistance, amount)
      } else {
        distance = distance ?? amount
      }
    }
    if type.hasSuffix("ActiveEnergyBurned") {
      if isInActivity {
        activityEnergy = Amount.sum(activityEnergy, amount)
      } else {
        energy = energy ?? amount
      }
    }
  }

  var type: HealthType { .workout(activity) }

  /// Makes the data points: the duration in minutes, with distance and energy as a remark, and these two as values
  /// of items of their own.
  func points() -> [HealthPoint] {
    let distance = distance ?? activityDistance
    let energy = energy ?? activityEnergy
    func point(_ type: HealthType, _ value: Double, _ unit: String?, identity: String)
      -> HealthPoint
    {
      var parts = ItemDataContent.Parts(kind: .valueWithInterval, startDate: record.start)
      parts.endDate = record.end
      parts.value1 = value
      return HealthPoint(
        uid: record.uid(of: identity), item: HealthItem(type: type, unit: unit),
        created: record.created, parts: parts,
        source: record.source.isEmpty ? nil : record.source)
    }
    var points = [point(type, minutes, "min", identity: "\(minutes)")]
    let memo = [distance?.text, energy?.text].compactMap(\.self).joined(separator: ", ")
    points[0].memo = memo.isEmpty ? nil : memo
    for (amount, word) in [(distance, "distance"), (energy, "energy")] {
      guard let amount else { continue }
      points.append(
        point(
          type.part(word), amount.number, amount.unit, identity: "\(word) \(amount.number)"))
    }
    return points
  }
}
