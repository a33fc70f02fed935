@_spi(Query) import StrataContexts
internal import StrataApplication
import Foundation
import Strata
import StrataImport
import StrataDomain
import StrataDates
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
  /// The unit of the item's numbers, which they may have behind them.
  private let unit: String?
  /// The labels of existing and new options, in lower case.
  private var labels: Set<String>
  private var newLabels: [String] = []
  /// The collected contents. `number` counts equal ones of the file, from 1.
  private var readings: [(reading: Reading, number: Int)] = []
  /// The hashes of all contents of the file with their numbers: 8 bytes for each, and the set's free places.
  private var seen: Set<Int> = []
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
    if let item, let wanted = specification.unit, item.unit != wanted {
      throw specification.value.error(
        "\(item.name) is there already, and its numbers are \(item.unit.map { "in \($0)" } ?? "without a unit")",
        hint: "give the import another name, or that unit")
    }
    isNew = item == nil
    unit = item.map(\.unit) ?? specification.unit
    labels = Set((item?.options ?? []).map { $0.label.rawValue.lowercased() })
  }

  /// Returns the item, whose name may differ in case, or nil if it doesn't exist yet.
  private static func item(_ name: ItemName, _ context: ModelContext) throws -> Item? {
    try context.item(namedIgnoringCase: name.rawValue)
  }

  /// Parses a record's content, or returns nil if it has none for this item.
  ///
  /// - Parameter dateFields: The columns of the record's date.
  func read(
    _ fields: [String], _ dates: inout RecordDates, date: Date, in dateFields: [Int]
  ) throws(RecordProblem) -> Reading? {
    let kind = specification.kind
    guard hasContent(fields) else { return nil }
    var reading = Reading(parts: ItemDataContent.Parts(kind: kind, startDate: date))
    var rest = specification.fields[...]
    func next() -> Int { rest.popFirst()?.first ?? 0 }
    func number(_ field: Int) throws(RecordProblem) -> Double {
      try self.number(fields[field], in: field)
    }
    if kind == .event { return try happened(fields, in: next()) ? reading : nil }
    if kind.isRequired(.endDate), let parts = rest.popFirst() {
      var end = try dates.date(parts)
      if end < date, parts.count > 1, parts[0] == dateFields[0] {
        // The file has the day of the beginning alone. An earlier time is one of the next day.
        end = try dates.dayAfter(parts)
      }
      guard end >= date else {
        throw RecordProblem(field: parts[0], "the end is before the start")
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

  /// Reads whether something happened, as programs that count habits write it.
  private func happened(_ fields: [String], in field: Int) throws(RecordProblem) -> Bool {
    let text = fields[field].trimmingCharacters(in: .whitespaces).lowercased()
    if ["yes", "y", "true", "x", "1", "done", "\u{2713}", "\u{2714}"].contains(text) {
      return true
    }
    if ["no", "n", "false", "0", "not done"].contains(text) { return false }
    throw RecordProblem(field: field, "“\(fields[field])” is neither yes nor no")
  }

  /// True if a record has a value for this item. Files with a column for each thing have few in each row.
  private func hasContent(_ fields: [String]) -> Bool {
    let kind = specification.kind
    var parts = specification.fields[...]
    if kind.isRequired(.endDate), parts.count > 1 { parts = parts.dropFirst() }
    let option = kind.isRequired(.optionID) ? parts.popLast()?.first : nil
    let nothing = ["", "n/a", "-", "--", "\u{2013}", "\u{2014}"]
    if let option,
      !nothing.contains(fields[option].trimmingCharacters(in: .whitespaces).lowercased())
    {
      return true
    }
    return parts.contains { part in part.last.map { !ImportForms.isNoValue(fields[$0]) } ?? false }
  }

  /// Parses a number, with the item's unit or without.
  private func number(_ text: String, in field: Int) throws(RecordProblem) -> Double {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let (number, found) = forms.measured(text) {
      guard let found, found != unit else { return number }
      throw RecordProblem(
        field: field,
        unit.map { "“\(text)” is not in \($0)" }
          ?? "“\(text)” is not a number; if \(found) is its unit, write it behind the column, as :\(found)"
      )
    }
    if let unit, let seconds = Self.seconds(of: unit), let duration = SpokenDuration(text) {
      return duration.seconds / seconds
    }
    throw RecordProblem(
      field: field, text.isEmpty ? "the number is missing" : "“\(text)” is not a number")
  }

  /// The seconds of a unit of time. Nil for any other unit.
  private static func seconds(of unit: String) -> Double? {
    ["h": 3600, "hr": 3600, "hours": 3600, "min": 60, "minutes": 60, "s": 1, "sec": 1][
      unit.lowercased()]
  }

  /// Collects a content.
  func take(_ reading: Reading) {
    var number = 1
    while !seen.insert(Self.hash(of: reading.identity, number)).inserted { number += 1 }
    if let label = reading.label, labels.insert(label.lowercased()).inserted {
      newLabels.append(label)
    }
    readings.append((reading, number))
  }

  private static func hash(of reading: Reading, _ number: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(reading)
    hasher.combine(number)
    return hasher.finalize()
  }

  /// Inserts the collected contents that don't exist yet, or only counts them.
  func resolve(adding: Bool) throws {
    // Fetched each time, since the context is reset between batches to bound memory.
    let item = try Self.item(name, context)
    let known = try known(of: item)
    let new = readings.filter { $0.number > known[$0.reading.identity, default: 0] }.map(\.reading)
    knownCount += readings.count - new.count
    newOptionCount += newLabels.count
    newDataCount += new.count
    if adding { try add(new, to: item) }
    newLabels = []
    readings = []
  }

  /// Counts the item's contents at the collected dates.
  private func known(of item: Item?) throws -> [Reading: Int] {
    let dates = Set(readings.compactMap(\.reading.parts.startDate))
    guard let item, let first = dates.min(), let last = dates.max() else { return [:] }
    // Most files continue after the end of an earlier one, so that nothing exists in their range.
    let isEarlier = QueryExpression.comparison(
      .lessOrEqual, PointValue.start.expression, .literal(last))
    var points = PointQuery(item: item, from: first, conditions: [isEarlier])
    guard try context.fetchCount(points.query()) > 0 else { return [:] }
    let labels = Dictionary(
      item.options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
    points.conditions = [
      .membership(
        PointValue.start.expression, dates.map { .real($0.timeIntervalSinceReferenceDate) })
    ]
    var known: [Reading: Int] = [:]
    for case let point as ItemData in try context.fetch(points.query()) {
      var parts = point.dataContent.parts
      let label = parts.optionID.flatMap { labels[$0] }
      parts.optionID = nil
      known[Reading(parts: parts, label: label).identity, default: 0] += 1
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
