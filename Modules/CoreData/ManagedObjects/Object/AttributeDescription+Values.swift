internal import Foundation
import StrataDescriptions
import StrataQuery
import StrataSchema

/// The reason why a value can't be stored in an attribute.
enum UnfitValue: Error {
  /// The value is of another type.
  case type
  /// The value is a number outside the type's range. The payload is the type's name.
  case range(String)
  /// The composite has no element with this name.
  case element(String)
  /// The composite has no value for its first element, whose null means that the whole composite is
  /// nil.
  case missing(String)
  /// The attribute's transformer makes no data of the value.
  case untransformable(TransformationFailure)
}

extension AttributeDescription {
  /// Decodes a value from its columns. Returns nil if the columns hold no value.
  ///
  /// - Throws: ``UnreadableColumn``.
  func value(of columns: ArraySlice<ColumnValue>) throws -> Any? {
    guard type == .composite else {
      guard let column = columns.first else { return nil }
      if type == .transformable, case .blob(let data) = column { return try restored(data) }
      return try type.value(ofColumn: column)
    }
    var rest = columns
    var values: [String: Any] = [:]
    if isMarked {
      guard let marker = rest.popFirst(), !marker.isNull else { return nil }
    } else if isOptional, columns.first?.isNull ?? true {
      return nil
    }
    for element in elements {
      let count = element.columns.count
      values[element.name] = try element.value(of: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return values
  }

  /// Encodes a value as columns, or as nulls if the value is nil.
  func columns(of value: Any?) throws(UnfitValue) -> [ColumnValue] {
    guard let value else { return columns.map { _ in .null } }
    if type == .transformable {
      do {
        return [.blob(try transformed(value))]
      } catch {
        throw .untransformable(error)
      }
    }
    guard type == .composite else { return [try type.column(of: value)] }
    guard let values = value as? [String: Any] else { throw .type }
    for name in values.keys where !elements.contains(where: { $0.name == name }) {
      throw .element(name)
    }
    if isOptional, !isMarked, let first = elements.first,
      unwrapped(values[first.name]) == nil
    {
      throw .missing(first.name)
    }
    var columns: [ColumnValue] = isMarked ? [.integer(1)] : []
    for element in elements {
      columns += try element.columns(of: unwrapped(values[element.name]))
    }
    return columns
  }
}

/// A column value that can't be decoded as the attribute's type.
struct UnreadableColumn: Error, CustomStringConvertible {
  let value: ColumnValue
  let type: AttributeType
  var description: String { "\(value) is no \(type.name)" }
}

extension AttributeType {
  func value(ofColumn column: ColumnValue) throws -> Any? {
    switch (self, column) {
    case (_, .null): return nil
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      return NSNumber(value: number)
    case (.boolean, .integer(let number)): return NSNumber(value: number != 0)
    case (.double, .real(let number)): return NSNumber(value: number)
    case (.float, .real(let number)): return NSNumber(value: Float(number))
    case (.date, .real(let seconds)): return Date(timeIntervalSinceReferenceDate: seconds)
    case (.string, .text(let text)): return text
    case (.binaryData, .blob(let data)), (.transformable, .blob(let data)): return data
    case (.decimal, .text(let digits)):
      if let number = Decimal(digits: digits) { return NSDecimalNumber(decimal: number) }
    case (.uri, .text(let text)):
      if let url = URL(string: text) { return url }
    case (.uuid, .blob(let data)) where data.count == 16:
      return Self.uuid(data)
    default: break
    }
    throw UnreadableColumn(value: column, type: self)
  }

  private static func uuid(_ data: Data) -> UUID {
    UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  /// Decodes a value directly as one of Swift's types, without an `Any` or an `NSNumber`.
  ///
  /// Returns nil for any other type, for null, and for a column that holds something else.
  func direct<Value>(_ column: ColumnValue, as type: Value.Type) -> Value? {
    switch (self, column) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      if type == Int.self { return Int(exactly: number) as? Value }
      if type == Int64.self { return number as? Value }
      if type == Int32.self { return Int32(exactly: number) as? Value }
      if type == Int16.self { return Int16(exactly: number) as? Value }
      return nil
    case (.boolean, .integer(let number)):
      return type == Bool.self ? (number != 0) as? Value : nil
    case (.double, .real(let number)), (.float, .real(let number)):
      return type == Double.self ? number as? Value : nil
    case (.string, .text(let text)): return type == String.self ? text as? Value : nil
    case (.date, .real(let seconds)):
      return type == Date.self ? Date(timeIntervalSinceReferenceDate: seconds) as? Value : nil
    case (.binaryData, .blob(let data)): return type == Data.self ? data as? Value : nil
    case (.uuid, .blob(let data)) where data.count == 16:
      return type == UUID.self ? Self.uuid(data) as? Value : nil
    default: return nil
    }
  }

  func column(of value: Any) throws(UnfitValue) -> ColumnValue {
    switch self {
    case .integer16: return .integer(Int64(try number(value, as: Int16.self)))
    case .integer32: return .integer(Int64(try number(value, as: Int32.self)))
    case .integer64: return .integer(try number(value, as: Int64.self))
    case .boolean:
      guard let number = GivenNumber(value) else { throw .type }
      guard let integer = number.integer, integer == 0 || integer == 1 else { throw .range(name) }
      return .integer(integer)
    case .double, .float:
      guard let number = GivenNumber(value)?.double else { throw .type }
      // A NaN would be stored as NULL.
      guard !number.isNaN else { throw .range(name) }
      guard self == .float else { return .real(number) }
      guard Float(number).isFinite || !number.isFinite else { throw .range(name) }
      return .real(Double(Float(number)))
    case .decimal:
      guard let given = GivenNumber(value), let number = given.decimal else { throw .type }
      guard !number.isNaN else { throw .range(name) }
      return .text(number.digits)
    case .string:
      guard let text = value as? String else { throw .type }
      return .text(text)
    case .date:
      guard let date = value as? Date else { throw .type }
      guard !date.timeIntervalSinceReferenceDate.isNaN else { throw .range(name) }
      return .real(date.timeIntervalSinceReferenceDate)
    case .binaryData, .transformable:
      guard let data = value as? Data else { throw .type }
      return .blob(data)
    case .uuid:
      guard let uuid = value as? UUID else { throw .type }
      return .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .uri:
      guard let url = value as? URL else { throw .type }
      return .text(url.absoluteString)
    case .composite, .undefined, .objectID: throw .type
    }
  }

  private func number<Number: FixedWidthInteger>(
    _ value: Any, as type: Number.Type
  ) throws(UnfitValue) -> Number {
    guard let number = GivenNumber(value) else { throw .type }
    guard let integer = number.integer, let fit = Number(exactly: integer) else {
      throw .range(name)
    }
    return fit
  }
}

extension AttributeValue {
  /// The value in the form that a managed object returns.
  var any: Any {
    switch self {
    case .integer(let number): NSNumber(value: number)
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .double(let number): NSNumber(value: number)
    case .string(let text): text
    case .boolean(let truth): NSNumber(value: truth)
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .uri(let url): url
    }
  }
}
