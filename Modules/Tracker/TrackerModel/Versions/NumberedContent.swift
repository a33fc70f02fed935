import Foundation
import Strata
import StrataDomain
import StrataDomainColumns
import StrataSQLite

/// A content of version 0.1.0, which refers to an option by its number within the item.
struct NumberedContent: CompositeColumnRepresentable, Equatable, Sendable {
  /// The parts without the option.
  var parts: ItemDataContent.Parts
  /// The option's number.
  var optionNumber: Int64?

  static var columns: [ColumnDescription] {
    SevenKindContent.columns.map {
      $0.part == "optionID" ? ColumnDescription("optionID", .integer, isOptional: true) : $0
    }
  }

  static var columnParts: [PartialKeyPath<NumberedContent>: String] {
    [\.startDate: "startDate", \.value1: "value1"]
  }

  static func check(_ name: (_ part: String) -> String) -> String? { SevenKindContent.check(name) }

  var startDate: Date? { parts.startDate }
  var value1: Double? { parts.value1 }

  init(parts: ItemDataContent.Parts, optionNumber: Int64? = nil) {
    self.parts = parts
    self.optionNumber = optionNumber
  }

  init(from row: inout Row) throws {
    let text = try row.text()
    do {
      parts = ItemDataContent.Parts(kind: try ItemDataContent.Kind(named: text))
    } catch {
      throw row.invalidLast("\(error)")
    }
    parts.startDate = try Date?(from: &row)
    parts.endDate = try Date?(from: &row)
    parts.value1 = try Double?(from: &row)
    parts.value2 = try Double?(from: &row)
    optionNumber = try Int64?(from: &row)
  }

  func bind(to binder: inout Binder) throws {
    binder.bind(text: parts.kind.rawValue)
    try parts.startDate.bind(to: &binder)
    try parts.endDate.bind(to: &binder)
    try parts.value1.bind(to: &binder)
    try parts.value2.bind(to: &binder)
    try optionNumber.bind(to: &binder)
  }
}
