internal import StrataApplication
import Foundation
import Strata
import StrataDomain
import StrataShell
internal import TrackerModel

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
  /// The item; nil for one that is yet to be made.
  private let found: Item?
  private var seen: Set<Reading> = []
  private var labels: Set<String> = []
  private var newLabels: [String] = []
  private var newReadings: [Reading] = []
  private(set) var knownCount = 0

  var name: ValidatedName { specification.name }
  var isNew: Bool { found == nil }
  var newOptionCount: Int { newLabels.count }
  var newDataCount: Int { newReadings.count }

  init(_ specification: ImportSpecification, _ request: ImportRequest) throws {
    self.specification = specification
    forms = request.forms
    context = request.context
    let name = specification.name
    found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name }))
      .first
    guard let item = found else { return }
    guard item.kind == specification.kind else {
      throw specification.value.error(
        "\(name) is there already, and its kind is \(item.kind.rawValue)",
        hint: "give the import another name, or that kind")
    }
    let identifier = item.persistentModelID
    let options = Dictionary(
      item.options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
    labels = Set(options.values.map { $0.lowercased() })
    let data = try context.fetch(
      FetchDescriptor<ItemData>(predicate: #Predicate { $0.item?.persistentModelID == identifier }))
    for point in data {
      var parts = point.dataContent.parts
      let label = parts.optionID.flatMap { options[$0] }
      parts.optionID = nil
      seen.insert(Reading(parts: parts, label: label).identity)
    }
  }

  func read(_ fields: [String], date: Date) throws(RecordProblem) -> Reading {
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
      guard let end = forms.date(fields[field]) else {
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
      if !labels.contains(label.lowercased()), labels.count >= OptionSelection.validNumbers.count {
        throw RecordProblem(field: field, "“\(label)” is one option too many for \(name)")
      }
      reading.label = label
    }
    return reading
  }

  /// Keeps a content to be added, unless it is there already.
  func take(_ reading: Reading) {
    guard seen.insert(reading.identity).inserted else {
      knownCount += 1
      return
    }
    if let label = reading.label, labels.insert(label.lowercased()).inserted {
      newLabels.append(label)
    }
    newReadings.append(reading)
  }

  /// Adds to the context what was kept.
  func add() throws {
    let item = found ?? Item(name: name, kind: specification.kind, unit: specification.unit)
    if isNew { context.insert(item) }
    for label in newLabels { try item.addOption(labeled: label) }
    let options = Dictionary(
      item.options.map { ($0.label.rawValue.lowercased(), $0.uid) },
      uniquingKeysWith: { first, _ in first })
    for reading in newReadings {
      var parts = reading.parts
      parts.optionID = reading.label.flatMap { options[$0.lowercased()] }
      let data = ItemData(dataContent: try ItemDataContent(parts: parts))
      context.insert(data)
      data.item = item
    }
  }
}
