@_spi(Query) import StrataContexts
internal import StrataApplication
import Foundation
import Strata
import StrataImport
import StrataDomain
import StrataQuery
import StrataShell
internal import StrataTrackerModel
import StrataTrackerQueries

/// An item of an import, with its collected data points.
@MainActor final class ImportedItem {
  /// A parsed content. It has the label of its option, which may not exist yet.
  struct Reading: Hashable {
    var parts: ItemDataContent.Parts
    var label: String?

    fileprivate var identity: Reading { Reading(parts: parts, label: label?.lowercased()) }
  }

  private let specification: ImportSpecification
  private let forms: ImportForms
  private let context: ModelContext
  /// The labels of existing and new options, in lower case.
  private var labels: Set<String>
  private var newLabels: [String] = []
  /// The collected contents, without duplicates in the file.
  private var readings: [Reading] = []
  private var seen: Set<Reading> = []
  /// The hashes of contents that were only counted, which detect duplicates in a dry run.
  private var counted: Set<Int> = []
  private(set) var knownCount = 0
  private(set) var newOptionCount = 0
  private(set) var newDataCount = 0

  let isNew: Bool
  var name: ItemName { specification.name }
  var keptCount: Int { readings.count }

  init(_ specification: ImportSpecification, _ request: ImportRequest) throws {
    self.specification = specification
    forms = request.forms
    context = request.context
    let item = try Self.item(specification.name, context)
    if let item, item.kind != specification.kind {
      throw specification.value.error(
        "\(item.name) is there already, and its kind is \(item.kind.rawValue)",
        hint: "give the import another name, or that kind")
    }
    isNew = item == nil
    labels = Set((item?.options ?? []).map { $0.label.rawValue.lowercased() })
  }

  /// Returns the item, whose name may differ in case, or nil if it doesn't exist yet.
  private static func item(_ name: ItemName, _ context: ModelContext) throws -> Item? {
    try context.item(namedIgnoringCase: name.rawValue)
  }

  func read(
    _ fields: [String], _ dates: inout RecordDates, date: Date
  ) throws(RecordProblem) -> Reading {
    let kind = specification.kind
    var reading = Reading(parts: ItemDataContent.Parts(kind: kind, startDate: date))
    var rest = specification.fields[...]
    func next() -> Int { rest.popFirst() ?? 0 }
    func number(_ field: Int) throws(RecordProblem) -> Double {
      let text = fields[field].trimmingCharacters(in: .whitespaces)
      guard let value = forms.number(text) else {
        throw RecordProblem(
          field: field, text.isEmpty ? "the number is missing" : "“\(text)” is not a number")
      }
      return value
    }
    if kind.isRequired(.endDate) {
      let field = next()
      let end = try dates.date(field)
      guard end >= date else {
        throw RecordProblem(field: field, "the end is before the start")
      }
      reading.parts.endDate = end
    }
    if kind.isRequired(.value1) { reading.parts.value1 = try number(next()) }
    if kind.isRequired(.value2) { reading.parts.value2 = try number(next()) }
    if kind.isRequired(.optionID) {
      let field = next()
      let label = fields[field].trimmingCharacters(in: .whitespaces)
      guard (try? NonEmptyString(label)) != nil else {
        throw RecordProblem(field: field, "the option is missing")
      }
      if !labels.contains(label.lowercased()), labels.count >= OptionSelection.validNumbers.count {
        throw RecordProblem(field: field, "“\(label)” is one option too many for \(name)")
      }
      reading.label = label
    }
    return reading
  }

  /// Collects a content, unless it is a duplicate.
  func take(_ reading: Reading) {
    guard seen.insert(reading.identity).inserted else {
      knownCount += 1
      return
    }
    if let label = reading.label, labels.insert(label.lowercased()).inserted {
      newLabels.append(label)
    }
    readings.append(reading)
  }

  /// Inserts the collected contents that don't exist yet, or only counts them.
  func resolve(adding: Bool) throws {
    // Fetched each time, since the context is reset between batches to bound memory.
    let item = try Self.item(name, context)
    let known = try known(of: item)
    let new = readings.filter { !known.contains($0.identity) }
    knownCount += readings.count - new.count
    newOptionCount += newLabels.count
    if adding {
      newDataCount += new.count
      try add(new, to: item)
    } else {
      let count = new.count { counted.insert($0.identity.hashValue).inserted }
      newDataCount += count
      knownCount += new.count - count
    }
    newLabels = []
    readings = []
    seen = []
  }

  /// Returns the item's contents at the collected dates.
  private func known(of item: Item?) throws -> Set<Reading> {
    let dates = Set(readings.compactMap(\.parts.startDate))
    guard let item, let first = dates.min(), let last = dates.max() else { return [] }
    // Most files continue after the end of an earlier one, so that nothing exists in their range.
    let isEarlier = QueryExpression.comparison(
      .lessOrEqual, PointValue.start.expression, .literal(last))
    var points = PointQuery(item: item, from: first, conditions: [isEarlier])
    guard try context.fetchCount(points.query()) > 0 else { return [] }
    let labels = Dictionary(
      item.options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
    points.conditions = [
      .membership(
        PointValue.start.expression, dates.map { .real($0.timeIntervalSinceReferenceDate) })
    ]
    var known: Set<Reading> = []
    for case let point as ItemData in try context.fetch(points.query()) {
      var parts = point.dataContent.parts
      let label = parts.optionID.flatMap { labels[$0] }
      parts.optionID = nil
      known.insert(Reading(parts: parts, label: label).identity)
    }
    return known
  }

  private func add(_ readings: [Reading], to found: Item?) throws {
    let item = found ?? Item(name: name, kind: specification.kind, unit: specification.unit)
    if found == nil { context.insert(item) }
    for label in newLabels { try item.addOption(labeled: label) }
    let options = Dictionary(
      item.options.map { ($0.label.rawValue.lowercased(), $0.uid) },
      uniquingKeysWith: { first, _ in first })
    for reading in readings {
      var parts = reading.parts
      parts.optionID = reading.label.flatMap { options[$0.lowercased()] }
      let data = ItemData(dataContent: try ItemDataContent(parts: parts))
      context.insert(data)
      data.item = item
    }
  }
}
