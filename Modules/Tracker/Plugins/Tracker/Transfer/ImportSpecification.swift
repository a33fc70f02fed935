internal import StrataApplication
import Foundation
import StrataDomain
import StrataShell
internal import StrataTrackerModel

/// A parsed option `NAME:KIND:COLUMN[,COLUMN][:UNIT]`, resolved against a file's columns.
@MainActor struct ImportSpecification {
  let value: ArgumentValue
  let name: ItemName
  let kind: ItemDataContent.Kind
  /// The columns of each part, in the order of the option. A date has one or two.
  let fields: [[Int]]
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
      name = try ItemName(parts[0])
      kind = try ItemDataContent.Kind(
        named: ItemCommands.kindWords[parts[1].lowercased()] ?? parts[1])
    } catch {
      throw value.error("\(error)")
    }
    unit = parts.count > 3 && !parts[3].isEmpty ? parts[3] : nil
    if kind == .event, unit != nil {
      throw value.error("an event has no unit", hint: "leave out “:\(parts[3])”")
    }
    let columns = parts[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let wanted = Self.columnNames(of: kind)
    guard columns.count == wanted.count else {
      throw value.error(
        "\(kind.rawValue) takes \(wanted.count == 1 ? "one column" : "\(wanted.count) columns")",
        hint: "in this order: \(wanted.joined(separator: ", "))")
    }
    let hasEnd = kind.isRequired(.endDate)
    fields = try columns.enumerated().map { index, column in
      hasEnd && index == 0
        ? try DataImport.fields(column, in: header, value)
        : [try DataImport.field(column, in: header, value)]
    }
  }

  /// Returns the meanings of a kind's columns, in their order in the option.
  private static func columnNames(of kind: ItemDataContent.Kind) -> [String] {
    (kind == .event ? ["whether it happened"] : [])
      + (kind.isRequired(.endDate) ? ["end"] : []) + (kind.isRequired(.value1) ? ["value"] : [])
      + (kind.isRequired(.value2) ? ["second value"] : [])
      + (kind.isRequired(.optionID) ? ["option"] : [])
  }
}
