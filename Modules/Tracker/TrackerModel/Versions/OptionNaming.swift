import Foundation
import Strata
import StrataDomain

/// Gives the contents of one item's data points the identifiers of their options, and what is new
/// the time of the oldest that is known of it.
///
/// Saves by the thousand, so that memory doesn't grow with the number of data points.
struct OptionNaming {
  private let context: ModelContext
  private let item: TrackerV2.Item?
  private var options: [Int64: UUID]
  private var freeNumbers: [Int]

  /// - Parameter item: nil for data points without an item.
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
      data.content = try ItemDataContent(parts: parts)
      data.createTimestamp = data.content.startDate
      oldest = min(oldest ?? data.createTimestamp, data.createTimestamp)
      count += 1
      if count.isMultiple(of: 5_000) { try context.save() }
    }
    if let oldest { item?.createTimestamp = oldest }
    try context.save()
  }

  /// The identifier of a number. One that no option has any more gets a retired option, so that what
  /// was logged keeps what is known of it.
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
