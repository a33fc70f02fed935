internal import StrataApplication
import Foundation
import Strata
import StrataDomain
import StrataQuery
import StrataShell
internal import TrackerModel
import TrackerQueries

/// One item of an import: what it has already, and what is to be added to it.
@MainActor final class ImportTarget {
  /// A content that was read. Its option goes by the label, since it may have to be made first.
  struct Reading: Hashable {
    var parts: ItemDataContent.Parts
    var label: String?

    fileprivate var identity: Reading { Reading(parts: parts, label: label?.lowercased()) }
  }

  private let specification: ImportSpecification
  private let forms: ImportForms
  private let context: ModelContext
  /// The labels of options that the item has, or will have.
  private var labels: Set<String>
  private var newLabels: [String] = []
  /// What is kept until it is settled, without what stands in the file twice.
  private var readings: [Reading] = []
  private var seen: Set<Reading> = []
  /// Of what was only counted, the hash values: nothing in the store says that it was there.
  private var counted: Set<Int> = []
  private(set) var knownCount = 0
  private(set) var newOptionCount = 0
  private(set) var newDataCount = 0

  let isNew: Bool
  var name: ValidatedName { specification.name }
  var keptCount: Int { readings.count }

  init(_ specification: ImportSpecification, _ request: ImportRequest) throws {
    self.specification = specification
    forms = request.forms
    context = request.context
    let name = specification.name
    let item = try context.fetch(
      FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })
    ).first
    if let item, item.kind != specification.kind {
      throw specification.value.error(
        "\(item.name) is there already, and its kind is \(item.kind.rawValue)",
        hint: "give the import another name, or that kind")
    }
    isNew = item == nil
    labels = Set((item?.options ?? []).map { $0.label.rawValue.lowercased() })
  }

  /// The item; nil where it is yet to be made.
  private static func item(_ name: ValidatedName, _ context: ModelContext) throws -> Item? {
    try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first
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

  /// Keeps a content, unless the file had it before.
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

  /// Adds to the context what was kept and isn't there yet, or only counts it.
  func settle(adding: Bool) throws {
    // Looked up each time: a context that lets its objects go keeps memory bounded.
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

  /// What the item has of the dates that were read.
  private func known(of item: Item?) throws -> Set<Reading> {
    let dates = Set(readings.compactMap(\.parts.startDate))
    guard let item, let first = dates.min(), let last = dates.max() else { return [] }
    // Most files go on where another has ended.
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
