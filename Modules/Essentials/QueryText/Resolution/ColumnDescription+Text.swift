public import Foundation
public import StrataSchema

extension ColumnDescription {
  /// Reads a text that a person has typed as a value of this column, such as a date, a number or a
  /// UUID.
  ///
  /// - Returns: nil if the text is no such value. Show ``expectation`` then.
  public func value(of text: String, timeZone: TimeZone) -> ColumnValue? {
    switch meaning {
    case .date:
      return DateText.parse(text, timeZone: timeZone).map {
        .real($0.timeIntervalSinceReferenceDate)
      }
    case .uuid:
      return UUID(uuidString: text).map { .blob(withUnsafeBytes(of: $0.uuid) { Data($0) }) }
    case .boolean: return Self.boolean(text)
    case .decimal: return Decimal(digits: text).map { .text("\($0)") }
    case .oneOf(let values):
      let value = plainValue(of: text)
      return values.contains { $0 == value } ? value : nil
    default: return plainValue(of: text)
    }
  }

  private func plainValue(of text: String) -> ColumnValue? {
    switch storageClass {
    case .integer: Int64(text).map(ColumnValue.integer)
    case .real: Double(text).flatMap { $0.isNaN ? nil : .real($0) }
    case .text: .text(text)
    case .blob: nil
    }
  }

  private static func boolean(_ text: String) -> ColumnValue? {
    switch text.lowercased() {
    case "true", "yes", "1": .integer(1)
    case "false", "no", "0": .integer(0)
    default: nil
    }
  }

  /// A description of the column's values, for messages.
  public var expectation: String {
    switch meaning {
    case .date: "a date such as 2012-01-31 or 2012-01-31T07:30:00Z"
    case .uuid: "a UUID"
    case .boolean: "true or false"
    case .decimal: "a decimal number"
    case .oneOf(let values): "one of " + values.map(\.description).joined(separator: ", ")
    default:
      switch storageClass {
      case .integer: "a whole number"
      case .real: "a number"
      case .text: "a text"
      case .blob: "binary data, which can't be typed"
      }
    }
  }
}

extension QueryResolver {
  /// Converts a literal to the type of the operand that it is compared with.
  func constant(
    _ literal: LiteralSyntax, like type: OperandType, at range: SourceRange
  ) throws(QueryError) -> ColumnValue {
    if case .null = literal { return .null }
    switch type {
    case .anything: return Self.plain(literal)
    case .object:
      if case .integer(let key) = literal { return .integer(key) }
      throw QueryError("an object is compared with its key, or with nil", at: range)
    case .column(let column):
      guard let value = value(of: literal, like: column) else {
        throw QueryError("\(literal) is not \(column.expectation)", at: range)
      }
      return value
    }
  }

  private static func plain(_ literal: LiteralSyntax) -> ColumnValue {
    switch literal {
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .null: .null
    }
  }

  private func value(of literal: LiteralSyntax, like column: ColumnDescription) -> ColumnValue? {
    switch (literal, column.storageClass) {
    case (.string(let text), .text): return column.value(of: text, timeZone: timeZone)
    case (.string(let text), _) where column.meaning == .date || column.meaning == .uuid:
      return column.value(of: text, timeZone: timeZone)
    case (.integer(let number), .integer): return .integer(number)
    case (.boolean(let truth), .integer): return .integer(truth ? 1 : 0)
    case (.integer(let number), .real) where column.meaning != .date: return .real(Double(number))
    case (.real(let number), .real) where column.meaning != .date: return .real(number)
    case (.real(let number), .integer) where column.meaning != .boolean: return .real(number)
    default: return nil
    }
  }
}
