import Foundation
import StrataDomain

/// A reader of an export's records as data points, one at a time.
struct HealthReader {
  enum Result {
    /// A data point.
    case point(HealthPoint)
    /// A record of an unwanted type, or from before the wanted time.
    case passedOver(type: String)
    /// A record or another part of the document that can't be parsed.
    case bad(ElementScanner.Place, type: String?, String)
  }

  private var scanner: ElementScanner
  private let wish: HealthWish
  private var pairs = PressurePairs()
  private var intervals: SourceIntervals
  private var workout: Workout?
  /// A record of what adds up that may have metadata behind it.
  private var held: (point: HealthPoint, device: String?, isEntered: Bool)?
  private var isInCorrelation = false
  private var pending: ArraySlice<Result> = []
  /// True once the document has turned out to be a health export.
  private(set) var hasBegun = false
  private(set) var hasEnded = false

  /// - Parameters:
  ///   - stored: Reads what the store has of an item.
  ///   - read: Reads the next bytes.
  init(
    _ wish: HealthWish, stored: @escaping (HealthItem) throws -> StoredIntervals,
    _ read: @escaping () throws -> [UInt8]
  ) {
    self.wish = wish
    intervals = SourceIntervals(trusted: wish.trusted, from: wish.start, stored: stored)
    scanner = ElementScanner(read)
  }

  /// The number of blood pressure values whose counterpart is missing.
  var aloneCount: Int { pairs.aloneCount }
  /// The trusted sources that the document doesn't have.
  var unmatchedSources: [String] { intervals.unmatched }
  /// The position of the next byte.
  var place: ElementScanner.Place { scanner.place }

  /// Returns the next record, or nil at the end.
  mutating func next() throws -> Result? {
    while true {
      if let point = intervals.next() { return .point(point) }
      if let result = pending.popFirst() { return result }
      guard let event = try scanner.next() else {
        try releaseHeld()
        try intervals.finish()
        if let point = intervals.next() { return .point(point) }
        finishWorkout()
        pending += pairs.points().map(Result.point)
        return pending.popFirst()
      }
      switch event {
      case .element(let element): try take(element)
      case .end("Record"): try releaseHeld()
      case .end("Workout"): finishWorkout()
      case .end("WorkoutActivity"): workout?.endActivity()
      case .end("Correlation"):
        pairs.endCorrelation()
        isInCorrelation = false
      case .end("HealthData"): hasEnded = true
      case .end: break
      case .broken(let place, let message):
        // The broken tag may be the correlation's end.
        isInCorrelation = false
        pairs.abandonCorrelation()
        pending.append(.bad(place, type: nil, message))
      }
    }
  }

  private mutating func take(_ element: Element) throws {
    if element.name != "MetadataEntry" { try releaseHeld() }
    switch element.name {
    case "MetadataEntry":
      if element[.key] == "HKWasUserEntered", element[.value] == "1" { held?.isEntered = true }
    case "HealthData": hasBegun = true
    case "Correlation": isInCorrelation = !element.isClosed
    case "Record": try record(element)
    case "Workout":
      finishWorkout()
      beginWorkout(element)
    case "WorkoutActivity": if !element.isClosed { workout?.beginActivity() }
    case "WorkoutStatistics": workout?.add(element)
    default: break
    }
  }

  private mutating func releaseHeld() throws {
    guard let (point, device, isEntered) = held else { return }
    held = nil
    try intervals.take(point, device: device, isEntered: isEntered)
  }

  private mutating func record(_ element: Element) throws {
    guard let type = element[.type], !type.isEmpty else {
      pending.append(.bad(element.place, type: nil, "the record has no type"))
      return
    }
    let isPressure = type == HealthType.systolic || type == HealthType.diastolic
    // The records inside a correlation appear in the document a second time, by themselves.
    if isInCorrelation, !isPressure { return }
    guard wish.isWanted(type) else { return pending.append(.passedOver(type: type)) }
    do throws(HealthProblem) {
      let record = try HealthRecord(element, type: type)
      let isEarly = record.start < wish.start
      if isEarly, !isInCorrelation { pending.append(.passedOver(type: type)) }
      if isPressure {
        if !isEarly { try pairs.take(record, isInCorrelation: isInCorrelation) }
        return
      }
      let known = HealthType.named(type)
      // Records of sums overlap between sources, also those that began before `--from`.
      let addsUp = known.kind == .valueWithInterval
      guard addsUp || !isEarly else { return }
      let point = try record.point(known)
      if addsUp {
        held = (point, record.device, false)
      } else {
        pending.append(.point(point))
      }
    } catch {
      if !isInCorrelation { pending.append(.bad(element.place, type: type, error.message)) }
    }
  }

  private mutating func beginWorkout(_ element: Element) {
    guard let activity = element[.workoutActivityType], !activity.isEmpty else {
      return pending.append(.bad(element.place, type: nil, "the workout has no activity"))
    }
    guard wish.isWanted(activity) else { return pending.append(.passedOver(type: activity)) }
    do {
      workout = try Workout(element, activity: activity)
    } catch {
      pending.append(.bad(element.place, type: activity, error.message))
    }
    if element.isClosed { finishWorkout() }
  }

  private mutating func finishWorkout() {
    guard let workout else { return }
    self.workout = nil
    for point in workout.points() {
      pending.append(
        point.parts.startDate.map { $0 < wish.start } ?? false
          ? .passedOver(type: point.item.type.identifier) : .point(point))
    }
  }
}

/// The filter of wanted records.
struct HealthWish {
  /// The wanted types. If empty, the known types are wanted.
  var types: Set<String> = []
  /// True if unknown types are wanted too.
  var all = false
  /// Words of the sources that are trusted most, the first one most.
  var trusted: [String] = []
  /// The earliest wanted start.
  var start = Date.distantPast

  /// True if records of a type are wanted.
  func isWanted(_ type: String) -> Bool {
    if !types.isEmpty {
      return types.contains(type) || types.contains(HealthType.shortName(of: type))
    }
    return all || HealthType.known[type] != nil || type == HealthType.systolic
      || type == HealthType.diastolic || type.hasPrefix("HKWorkoutActivityType")
  }
}
