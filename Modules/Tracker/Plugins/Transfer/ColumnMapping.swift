import Foundation
import StrataApplication
import StrataShell

/// The mapping of a CSV file's columns: the options of `import`, and those of a map file.
///
/// A map file has one option per line without the dashes: `date COLUMN`, `item NAME:KIND:COLUMNS`,
/// `time-zone Z` and others. `#` begins a comment. Options of the command line take precedence.
@MainActor struct ColumnMapping {
  let date: ArgumentValue
  let items: [ArgumentValue]
  let forms: ImportForms
  /// The name of what is between two fields. Nil if no option sets it.
  let delimiter: String?

  private static let names = ["date", "item", "time-zone", "delimiter", "decimal", "date-format"]

  /// True if the line maps any columns.
  static func areGiven(_ invocation: Invocation) -> Bool {
    ["date", "item", "map"].contains { invocation.option($0) != nil }
  }

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    var values = Dictionary(
      uniqueKeysWithValues: Self.names.map { ($0, invocation.options($0)) })
    if let file = invocation.option("map") {
      for (name, value) in try Self.read(file) { values[name, default: []].append(value) }
    }
    func first(_ name: String) -> ArgumentValue? { values[name]?.first }
    guard let date = first("date") else {
      throw invocation.usageError("--date is missing", hint: "it names the column with the dates")
    }
    guard let items = values["item"], !items.isEmpty else {
      throw invocation.usageError(
        "--item is missing", hint: "write it like --item 'Wind:singleValue:wind:m/s'")
    }
    self.date = date
    self.items = items
    delimiter = try first("delimiter").map(Self.delimiter)
    forms = ImportForms(
      dateForm: try first("date-format").map(Self.dateForm) ?? .iso,
      hasDecimalComma: try Self.hasDecimalComma(first("decimal")) ?? false,
      timeZone: try first("time-zone").map(Self.timeZone) ?? environment.output.timeZone)
  }

  /// Makes the mapping of a suggestion.
  init(
    _ suggestion: ImportSuggestion, _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    func value(_ text: String) -> ArgumentValue { ArgumentValue(text, column: 1) }
    date = value(suggestion.date)
    items = suggestion.items.map(value)
    delimiter = suggestion.delimiter
    forms = ImportForms(
      dateForm: ImportForms.DateForm(suggestion.dateForm) ?? .iso,
      hasDecimalComma: suggestion.hasDecimalComma,
      timeZone: try invocation.option("time-zone").map(Self.timeZone)
        ?? environment.output.timeZone)
  }

  static func delimiter(_ value: ArgumentValue) throws(ShellError) -> String {
    guard CSVDelimiter.byte(named: value.text) != nil else {
      throw value.error(
        "“\(value.text)” is no delimiter",
        hint: "one of: \(CSVDelimiter.names.map(\.name).joined(separator: " "))")
    }
    return value.text
  }

  static func hasDecimalComma(_ value: ArgumentValue?) throws(ShellError) -> Bool? {
    guard let value else { return nil }
    return try value.choice(of: [".", ","], named: "the decimal mark") == ","
  }

  static func dateForm(_ value: ArgumentValue) throws(ShellError) -> ImportForms.DateForm {
    guard let form = ImportForms.DateForm(value.text) else {
      throw value.error(
        "“\(value.text)” is no form of dates",
        hint: "one of: \(ImportForms.DateForm.common.joined(separator: ", "))")
    }
    return form
  }

  static func timeZone(_ name: ArgumentValue) throws(ShellError) -> TimeZone {
    guard let zone = TimeZone(identifier: name.text) else {
      throw name.error(
        "“\(name.text)” is no time zone", hint: "write it like America/Los_Angeles or UTC")
    }
    return zone
  }

  private static func read(_ file: ArgumentValue) throws -> [(String, ArgumentValue)] {
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: file.text), encoding: .utf8)
    } catch {
      throw file.error("can't read the map \(file.text): \(ShellError(error).message)")
    }
    var result: [(String, ArgumentValue)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      func fault(_ message: String) -> ShellError {
        file.error("\(file.text):\(index + 1): \(message)")
      }
      let words: [Token]
      do {
        words = try Tokenizer.tokens(in: String(line).trimmingCharacters(in: .whitespaces))
      } catch {
        throw fault(error.message)
      }
      guard let first = words.first else { continue }
      guard names.contains(first.text), words.count == 2 else {
        throw fault("a line of a map is date, item or time-zone and one value")
      }
      result.append((first.text, ArgumentValue(words[1].text, column: file.column)))
    }
    return result
  }
}
