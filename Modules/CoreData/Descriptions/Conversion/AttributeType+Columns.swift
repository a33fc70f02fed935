import Foundation
public import StrataSchema

extension AttributeType {
  /// The column that stores a value. Nil for a type that isn't stored, or that needs several
  /// columns.
  public var column: ColumnDescription? {
    switch self {
    case .undefined, .objectID, .composite: nil
    case .integer16, .integer32, .integer64: ColumnDescription("", .integer)
    case .boolean: ColumnDescription("", .integer, meaning: .boolean)
    case .double, .float: ColumnDescription("", .real)
    case .date: ColumnDescription("", .real, meaning: .date)
    case .decimal: ColumnDescription("", .text, meaning: .decimal)
    case .string: ColumnDescription("", .text)
    case .uri: ColumnDescription("", .text, meaning: .url)
    case .binaryData, .transformable: ColumnDescription("", .blob)
    case .uuid: ColumnDescription("", .blob, meaning: .uuid)
    }
  }

  /// Encodes a value for the column. Returns nil for a value of another type.
  func columnValue(of value: AttributeValue) -> ColumnValue? {
    switch (self, value) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      integerRange?.contains(number) ?? false ? .integer(number) : nil
    case (.boolean, .boolean(let truth)): .integer(truth ? 1 : 0)
    case (.double, .double(let number)), (.float, .double(let number)): .real(number)
    case (.double, .integer(let number)), (.float, .integer(let number)): .real(Double(number))
    case (.date, .date(let date)): .real(date.timeIntervalSinceReferenceDate)
    case (.decimal, .decimal(let number)): .text("\(number)")
    case (.decimal, .integer(let number)): .text("\(number)")
    case (.string, .string(let text)): .text(text)
    case (.uri, .uri(let url)): .text(url.absoluteString)
    case (.binaryData, .data(let data)), (.transformable, .data(let data)): .blob(data)
    case (.uuid, .uuid(let uuid)): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    default: nil
    }
  }

  /// Decodes a column's value. Returns nil for a value of another type.
  func value(of column: ColumnValue) -> AttributeValue? {
    switch (self, column) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      .integer(number)
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.double, .real(let number)), (.float, .real(let number)): .double(number)
    case (.date, .real(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.decimal, .text(let digits)): Decimal(digits: digits).map { .decimal($0) }
    case (.string, .text(let text)): .string(text)
    case (.uri, .text(let text)): URL(string: text).map { .uri($0) }
    case (.binaryData, .blob(let data)), (.transformable, .blob(let data)): .data(data)
    case (.uuid, .blob(let data)) where data.count == 16:
      .uuid(UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    default: nil
    }
  }
}
