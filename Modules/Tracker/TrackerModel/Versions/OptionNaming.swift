import Foundation
import Strata
import StrataDomain

/// The migration of an item's data points from option numbers to option identifiers.
///
/// It also sets the creation times of the item and its data points, to the earliest known times. It
/// saves after each 5,000 data points, so that memory is bounded.
struct OptionNaming {
  private let context: ModelContext
  private let item: TrackerV2.Item?
  private var options: [Int64: UUID]
  private var freeNumbers: [Int]

  /// Makes the migration of an item's data points.
  ///
  /// - Parameter item: The item. Nil for data points without an item.
  init(_ context: ModelContext, _ item: TrackerV2.Item?) {
    self.context = context
    self.item = item
    let options = item?.options ?? []
    self.options = Dictionary(
      options.map { (Int64($0.number), $0.uid) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(options.map(\.number))
    freeNumbers = OptionSelection.validNumbers.filter { !taken.contains($0) }
  }

  func run() throws {
    var naming = self
    let identifier = item?.persistentModelID
    var count = 0
    var oldest: Date?
    try context.enumerate(
      FetchDescriptor<TrackerV2.ItemData>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier }),
      batchSize: 5_000, allowEscapingMutations: true
    ) { data in
      var parts = data.dataContent.parts
      parts.optionID = try data.dataContent.optionNumber.map { try naming.option($0) }
      data.content = SevenKindContent(try ItemDataContent(parts: parts))
      data.createTimestamp = data.content.startDate
      oldest = min(oldest ?? data.createTimestamp, data.createTimestamp)
      count += 1
      if count.isMultiple(of: 5_000) { try context.save() }
    }
    if let oldest { item?.createTimestamp = oldest }
    try context.save()
  }

  /// Returns the identifier of an option number.
  ///
  /// If no option has the number, the migration adds a retired option, so that the data points keep
  /// their distinction.
  private mutating func option(_ number: Int64) throws -> UUID {
    if let uid = options[number] { return uid }
    let wanted = freeNumbers.firstIndex { Int64($0) == number } ?? freeNumbers.indices.first
    let option = TrackerV2.ItemOption(
      number: wanted.map { freeNumbers.remove(at: $0) } ?? 0,
      label: try NonEmptyString("option \(number)"))
    option.isRetired = true
    context.insert(option)
    option.item = item
    options[number] = option.uid
    return option.uid
  }
}
