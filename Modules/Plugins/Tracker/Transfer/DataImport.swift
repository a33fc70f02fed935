import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell

/// An import of data points: each record gives one for each item that was asked for.
///
/// A data point that is there already, with the same item, date and content, is not added again.
@MainActor final class DataImport: RecordImport {
  private let request: ImportRequest
  private let dateField: Int
  private var targets: [ImportTarget] = []
  private var addedCount = 0
  private(set) var knownCount = 0

  init(_ request: ImportRequest) throws {
    self.request = request
    dateField = try Self.field(request.date.text, in: request.header, request.date)
    for text in request.items {
      let specification = try ImportSpecification(text, header: request.header)
      targets.append(try ImportTarget(specification, request.context))
    }
    for (index, target) in targets.enumerated()
    where targets[..<index].contains(where: { $0.item === target.item }) {
      throw request.items[index].error("\(target.item.name) is given twice")
    }
  }

  static func field(_ name: String, in header: [String], _ value: ArgumentValue) throws -> Int {
    if let index = header.firstIndex(of: name) { return index }
    let nearest = NearestName.find(name, in: header)
    throw value.error(
      "the file has no column “\(name)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? "its columns are \(header.joined(separator: ", "))")
  }

  var summary: [(name: String, count: Int)] {
    [
      ("items", targets.count { $0.isNew }),
      ("options", targets.reduce(0) { $0 + $1.newOptionCount }),
      ("data points", addedCount),
    ]
  }

  func take(_ fields: [String]) throws {
    let text = fields[dateField]
    guard let date = DateText.parse(text, timeZone: request.timeZone) else {
      throw RecordProblem(
        field: dateField,
        text.isEmpty ? "the date is missing" : "“\(text)” is not a date")
    }
    // All contents are read before any is taken, so that a bad field spoils the record alone.
    let readings = try targets.map { try $0.read(fields, date: date) }
    for (target, reading) in zip(targets, readings) {
      if try target.add(reading) { addedCount += 1 } else { knownCount += 1 }
    }
  }
}

/// `NAME:KIND:COLUMN[,COLUMN][:UNIT]`, held against a file's columns.
@MainActor private struct ImportSpecification {
  let value: ArgumentValue
  let name: ValidatedName
  let kind: ItemDataContent.Kind
  let fields: [Int]
  let unit: String?

  init(_ value: ArgumentValue, header: [String]) throws {
    self.value = value
    let parts = value.text.split(
      separator: ":", maxSplits: 3, omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count >= 3 else {
      throw value.error(
        "“\(value.text)” doesn't say which columns",
        hint: "write NAME:KIND:COLUMN[,COLUMN][:UNIT], as Wind:singleValue:wind:m/s")
    }
    do {
      name = try ValidatedName(parts[0])
      kind = try ItemDataContent.Kind(named: parts[1])
    } catch {
      throw value.error("\(error)")
    }
    unit = parts.count > 3 && !parts[3].isEmpty ? parts[3] : nil
    let columns = parts[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let wanted = Self.columnNames(of: kind)
    guard columns.count == wanted.count else {
      throw value.error(
        "\(kind.rawValue) takes \(wanted.count == 1 ? "one column" : "\(wanted.count) columns")",
        hint: "in this order: \(wanted.joined(separator: ", "))")
    }
    fields = try columns.map { try DataImport.field($0, in: header, value) }
  }

  /// What the columns of a kind are, in the order in which they are named.
  private static func columnNames(of kind: ItemDataContent.Kind) -> [String] {
    (kind.isRequired(.endDate) ? ["end"] : []) + (kind.isRequired(.value1) ? ["value"] : [])
      + (kind.isRequired(.value2) ? ["second value"] : [])
      + (kind.isRequired(.optionID) ? ["option"] : [])
  }
}

/// One item of an import, with what it has already.
@MainActor private final class ImportTarget {
  let item: Item
  let isNew: Bool
  private(set) var newOptionCount = 0
  private let specification: ImportSpecification
  private let context: ModelContext
  private var known: Set<ItemDataContent> = []
  private var options: [String: ItemOption] = [:]

  /// A content that was read, with the label of an option that may have to be made first.
  struct Reading {
    var parts: ItemDataContent.Parts
    var label: String?
  }

  init(_ specification: ImportSpecification, _ context: ModelContext) throws {
    self.specification = specification
    self.context = context
    let name = specification.name
    let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name }))
    if let item = found.first {
      guard item.kind == specification.kind else {
        throw specification.value.error(
          "\(name) is there already, and its kind is \(item.kind.rawValue)",
          hint: "give the import another name, or that kind")
      }
      self.item = item
      isNew = false
      let identifier = item.persistentModelID
      known = Set(
        try context.fetch(
          FetchDescriptor<ItemData>(
            predicate: #Predicate { $0.item?.persistentModelID == identifier })
        ).map(\.dataContent))
      options = Dictionary(
        item.options.map { ($0.label.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    } else {
      item = Item(name: name, kind: specification.kind, unit: specification.unit)
      isNew = true
      context.insert(item)
    }
  }

  func read(_ fields: [String], date: Date) throws(RecordProblem) -> Reading {
    let kind = specification.kind
    var reading = Reading(parts: ItemDataContent.Parts(kind: kind, startDate: date))
    var rest = specification.fields[...]
    func next() -> Int { rest.popFirst() ?? 0 }
    func number(_ field: Int) throws(RecordProblem) -> Double {
      let text = fields[field].trimmingCharacters(in: .whitespaces)
      guard let value = Double(text), value.isFinite else {
        throw RecordProblem(
          field: field, text.isEmpty ? "the number is missing" : "“\(text)” is not a number")
      }
      return value
    }
    if kind.isRequired(.endDate) {
      let field = next()
      guard let end = DateText.parse(fields[field], timeZone: .current) else {
        throw RecordProblem(field: field, "“\(fields[field])” is not a date")
      }
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
      if options[label.lowercased()] == nil, options.count >= OptionSelection.validIDs.count {
        throw RecordProblem(field: field, "“\(label)” is one option too many for \(item.name)")
      }
      reading.label = label
    }
    return reading
  }

  /// Adds a data point; false when it is there already.
  func add(_ reading: Reading) throws -> Bool {
    var parts = reading.parts
    if let label = reading.label { parts.optionID = try option(label).optionID }
    let content = try ItemDataContent(parts: parts)
    guard known.insert(content).inserted else { return false }
    context.insert(ItemData(item: item, dataContent: content))
    return true
  }

  private func option(_ label: String) throws -> ItemOption {
    if let option = options[label.lowercased()] { return option }
    let option = try item.addOption(labeled: label)
    options[label.lowercased()] = option
    newOptionCount += 1
    return option
  }
}
