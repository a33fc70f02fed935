internal import Foundation

extension ItemDataContent {
  /// Makes a content of its parts.
  ///
  /// - Throws: `ItemDataContentError` with the part. It reports missing parts first, then
  ///   superfluous ones, then invalid ones.
  public init(parts: Parts) throws(ItemDataContentError) {
    try parts.checkPresence()
    switch parts.kind {
    case .singleValue:
      self = try .singleValue(eventDate: parts.eventDate(), value: parts.value())
    case .singleOption:
      self = try .singleOption(eventDate: parts.eventDate(), optionID: parts.option())
    case .valueWithOption:
      self = try .valueWithOption(
        eventDate: parts.eventDate(), value: parts.value(), optionID: parts.option())
    case .dualValues:
      self = try .dualValues(eventDate: parts.eventDate(), pairValue: parts.pairValue())
    case .valueWithInterval:
      self = try .valueWithInterval(pairDate: parts.pairDate(), value: parts.value())
    case .optionWithInterval:
      self = try .optionWithInterval(pairDate: parts.pairDate(), optionID: parts.option())
    case .interval:
      self = try .interval(pairDate: parts.pairDate())
    case .event:
      self = try .event(eventDate: parts.eventDate())
    }
  }

  /// Validates a content that was made as a case, without an initializer.
  ///
  /// - Throws: `ItemDataContentError.partIsNotFinite` for a value or date that isn't finite.
  public func validate() throws(ItemDataContentError) {
    _ = try ItemDataContent(parts: parts)
  }
}

extension ItemDataContent.Parts {
  fileprivate func checkPresence() throws(ItemDataContentError) {
    for part in ItemDataContent.Part.ordered where kind.isRequired(part) && !contains(part) {
      throw .partIsMissing(part, kind: kind)
    }
    for part in ItemDataContent.Part.ordered where !kind.isRequired(part) && contains(part) {
      throw .partIsSuperfluous(part, kind: kind)
    }
  }

  fileprivate func eventDate() throws(ItemDataContentError) -> Date {
    let date = try require(.startDate, startDate)
    guard date.isFinite else { throw .partIsNotFinite(.startDate, kind: kind) }
    return date
  }

  fileprivate func pairDate() throws(ItemDataContentError) -> ValidatedPairDate {
    let (start, end) = (try require(.startDate, startDate), try require(.endDate, endDate))
    do {
      return try ValidatedPairDate(start: start, end: end)
    } catch {
      switch error {
      case .startIsNotFinite: throw .partIsNotFinite(.startDate, kind: kind)
      case .endIsNotFinite: throw .partIsNotFinite(.endDate, kind: kind)
      case .startIsAfterEnd: throw .startIsAfterEnd(start: start, end: end, kind: kind)
      }
    }
  }

  fileprivate func value() throws(ItemDataContentError) -> Double {
    let value = try require(.value1, value1)
    guard value.isFinite else { throw .partIsNotFinite(.value1, kind: kind) }
    return value
  }

  fileprivate func pairValue() throws(ItemDataContentError) -> ValidatedPairDouble {
    let (first, second) = (try require(.value1, value1), try require(.value2, value2))
    do {
      return try ValidatedPairDouble(first: first, second: second)
    } catch {
      switch error {
      case .firstIsNotFinite: throw .partIsNotFinite(.value1, kind: kind)
      case .secondIsNotFinite: throw .partIsNotFinite(.value2, kind: kind)
      }
    }
  }

  fileprivate func option() throws(ItemDataContentError) -> UUID {
    try require(.optionID, optionID)
  }

  private func require<Value>(
    _ part: ItemDataContent.Part, _ value: Value?
  ) throws(ItemDataContentError) -> Value {
    guard let value else { throw .partIsMissing(part, kind: kind) }
    return value
  }
}
