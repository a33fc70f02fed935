import Foundation
import Strata
import StrataDomain
import StrataTrackerModel
import StrataShell
import StrataTrackerModel

/// The fields of a row, by column.
struct CSVFields {
  private let record: CSVReader.Record
  private let columns: [CSVColumn: Int]
  private let areEscaped: Bool

  /// Makes the fields of a row.
  ///
  /// - Parameter areEscaped: True if formulas are escaped in the file.
  init(_ record: CSVReader.Record, _ columns: [CSVColumn: Int], areEscaped: Bool) {
    self.record = record
    self.columns = columns
    self.areEscaped = areEscaped
  }

  /// Returns a text, or nil for an empty field without quotes.
  func optional(_ column: CSVColumn) throws(DocumentProblem) -> String? {
    guard let index = columns[column], index < record.fields.count else { return nil }
    let text = record.fields[index]
    if text.isEmpty, !record.quoted.contains(index) { return nil }
    return areEscaped ? FormulaEscaping.text(text) : text
  }

  func text(_ column: CSVColumn) throws(DocumentProblem) -> String {
    guard let text = try optional(column) else {
      throw DocumentProblem("\(column.rawValue) is missing")
    }
    return text
  }

  /// Parses a text with a function. Returns nil for an empty field.
  func optional<Value>(
    _ column: CSVColumn, _ wanted: String, _ read: (String) -> Value?
  ) throws(DocumentProblem) -> Value? {
    guard let text = try optional(column), !text.isEmpty else { return nil }
    guard let value = read(text) else {
      throw DocumentProblem("\(column.rawValue): “\(text)” is not \(wanted)")
    }
    return value
  }

  func value<Value>(
    _ column: CSVColumn, _ wanted: String, _ read: (String) -> Value?
  ) throws(DocumentProblem) -> Value {
    guard let value = try optional(column, wanted, read) else {
      throw DocumentProblem("\(column.rawValue) is missing")
    }
    return value
  }

  func integer(_ column: CSVColumn) throws(DocumentProblem) -> Int {
    try value(column, "a whole number") { Int($0) }
  }

  func number(_ column: CSVColumn) throws(DocumentProblem) -> Double? {
    try optional(column, "a number") { Double(decimal: $0) }
  }

  func identifier(_ column: CSVColumn) throws(DocumentProblem) -> UUID {
    try value(column, "an identifier") { UUID(uuidString: $0) }
  }

  func date(_ column: CSVColumn) throws(DocumentProblem) -> ExactDate {
    guard let date = try optionalDate(column) else {
      throw DocumentProblem("\(column.rawValue) is missing")
    }
    return date
  }

  func optionalDate(_ column: CSVColumn) throws(DocumentProblem) -> ExactDate? {
    let wanted = ExactDate.expectation(of: try optional(column) ?? "")
    return try optional(column, wanted) { ExactDate($0) }
  }

  func author() throws(DocumentProblem) -> TransactionAuthor? {
    guard let name = try optional(.author) else { return nil }
    do {
      return try TransactionAuthor(name)
    } catch {
      throw DocumentProblem("author: \(error)")
    }
  }

  func list<Element: Decodable>(
    _ column: CSVColumn, of type: Element.Type
  ) throws(DocumentProblem) -> [Element] {
    // The decoder's error wouldn't help a reader of the table, so it is replaced.
    try optional(column, "a list like [1,3]") {
      try? JSONDecoder().decode([Element].self, from: Data($0.utf8))
    } ?? []
  }
}

extension CSVFields {
  func kind() throws(DocumentProblem) -> ItemDataContent.Kind {
    try value(.kind, "a kind of data points") { ItemDataContent.Kind(rawValue: $0) }
  }
}

extension ItemRecord {
  init(_ row: CSVFields) throws {
    let text = try row.text(.item)
    do {
      name = try ItemName(text)
    } catch {
      throw DocumentProblem("item: \(error)")
    }
    uid = try row.identifier(.uid)
    created = try row.date(.created)
    kind = try row.kind()
    unit = try row.optional(.unit)
    measure = try row.optional(.measure, "sum, count or average") { ItemMeasure(rawValue: $0) }
    let names = try row.optional(.valueNames)
    do {
      valueNames = try names.flatMap { $0.isEmpty ? nil : try PairNames($0) }
    } catch let error as InvalidPairNames {
      throw DocumentProblem("valueNames: \(error)")
    }
    countsAtEnd = try row.optional(.countsAtEnd, "true or false") { Bool($0) }
    memo = try row.optional(.memo)
    tags = try row.list(.tags, of: String.self)
    options = []
    author = try row.author()
  }
}

extension OptionRecord {
  init(_ row: CSVFields) throws {
    uid = try row.identifier(.uid)
    number = try row.integer(.number)
    label = try row.text(.label)
    retired = try row.optional(.retired, "true or false") { Bool($0) } ?? false
  }
}

extension DataRecord {
  init(_ row: CSVFields) throws {
    uid = try row.identifier(.uid)
    item = try row.optional(.item)
    created = try row.date(.created)
    kind = try row.kind()
    start = try row.date(.start)
    end = try row.optionalDate(.end)
    value1 = try row.number(.value1)
    value2 = try row.number(.value2)
    option = try row.optional(.optionUid, "an identifier") { UUID(uuidString: $0) }
    selection = try row.list(.selection, of: Int.self)
    source = try row.optional(.source)
    memo = try row.optional(.memo)
    author = try row.author()
  }
}
