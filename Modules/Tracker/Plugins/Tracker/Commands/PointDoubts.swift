import Foundation
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// Notes about a new data point that may be a mistake: one in the future, or one whose value is far
/// outside those of the item.
///
/// Such a data point may be right, so it is logged, and nobody is asked: a script couldn't answer.
@MainActor struct PointDoubts {
  private let content: ItemDataContent
  private let item: Item
  private let environment: ApplicationEnvironment

  /// The number of data points that an item needs to judge others by them.
  private static let leastCount = 5
  /// The number of unsaved objects up to which values are compared. Queries have to visit each of
  /// them, so that a long transaction would take quadratic time.
  private static let mostPending = 1000

  /// Makes the notes of a data point that isn't inserted yet.
  init(_ content: ItemDataContent, of item: Item, _ environment: ApplicationEnvironment) {
    self.content = content
    self.item = item
    self.environment = environment
  }

  /// The notes, each with the way to take the data point back.
  func texts() throws -> [String] {
    let last = content.endDate ?? content.startDate
    var found: [String] = []
    if last > environment.now() {
      found.append("\(environment.minuteLabel(last)) is in the future")
    }
    for (value, number) in zip(PointValue.numbers(of: item.kind), numbers) {
      found += try outlier(number, of: value).map { [$0] } ?? []
    }
    if let swapped = try swapped() { found.append(swapped) }
    return found.map { "note: \($0); undo takes it back" }
  }

  /// A pair whose greater value is another one than in all before, such as 80/120.
  private func swapped() throws -> String? {
    guard item.hasPairs, let first = content.value1, let second = content.value2, first != second,
      environment.pendingCount <= Self.mostPending
    else { return nil }
    let (one, other) = (PointValue.value1.expression, PointValue.value2.expression)
    let points = PointQuery(item: item)
    let others = points.with(
      .comparison(first < second ? .lessOrEqual : .greaterOrEqual, one, other))
    let count = try points.count(in: environment.context)
    guard count >= Self.leastCount, try others.count(in: environment.context) == 0 else {
      return nil
    }
    let words = first < second ? "less" : "greater"
    return "\(text(first)) is \(words) than \(text(second)), unlike all \(count) before"
  }

  /// The numbers of the content, as `PointValue.numbers(of:)` lists them.
  private var numbers: [Double] {
    let values = [content.value1, content.value2].compactMap { $0 }
    guard values.isEmpty, let end = content.endDate else { return values }
    return [end.timeIntervalSince(content.startDate) / 3600]
  }

  private func outlier(_ number: Double, of value: PointValue) throws -> String? {
    guard environment.pendingCount <= Self.mostPending else { return nil }
    let points = PointQuery(item: item)
    let context = environment.context
    // Most values are inside, and an index finds both extremes, so that nothing is counted.
    guard let least = try points.number(.minimum, of: value, in: context),
      let most = try points.number(.maximum, of: value, in: context)
    else { return nil }
    let size = max(abs(least), abs(most))
    let isTooLarge = size > 0 && abs(number) > 10 * size
    let isTooSmall = least > 0 && number < least / 10
    guard isTooLarge || isTooSmall else { return nil }
    let count = try points.count(in: context)
    guard count >= Self.leastCount else { return nil }
    let outside =
      isTooSmall
      ? "is less than a tenth of \(text(least)), the least"
      : number > most && most > 0
        ? "is more than 10 times \(text(most)), the greatest"
        : "is far outside \(text(least)) to \(text(most)), the range"
    return "\(text(number)) \(outside) of \(count) before"
  }

  private func text(_ number: Double) -> String {
    let unit = item.kind.isRequired(.value1) ? item.unit : "h"
    return NumberPrecision.text(number) + (unit.map { " \($0)" } ?? "")
  }
}
