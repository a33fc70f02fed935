import Foundation
import StrataDescriptions

/// The attribute type for a column, by its declared type as SQLite reads it (sqlite.org/datatype3.html).
struct DatabaseType {
  let type: AttributeType
  /// The difference between the class's attribute and the column, in words. Nil if there is none.
  let note: String?

  init(_ column: DatabaseColumn) {
    if let type = Self.known(column.type) {
      self.type = type
      note = Self.note(on: type, column.type)
    } else {
      (type, note) = Self.unknown(column)
    }
  }

  /// The type for a declared one, or nil if that says nothing.
  static func known(_ declared: String) -> AttributeType? {
    let declared = declared.uppercased()
    func has(_ words: String...) -> Bool { words.contains(where: declared.contains) }
    if has("BOOL") { return .boolean }
    // Before the affinities: SQLite makes NUMERIC of them.
    if has("TIMESTAMP", "DATE") { return .date }
    if has("UUID", "GUID") { return .uuid }
    if has("INT") { return .integer64 }
    if has("CHAR", "CLOB", "TEXT", "JSON", "STRING") { return .string }
    if has("BLOB", "BINARY") { return .binaryData }
    if has("REAL", "FLOA", "DOUB") { return .double }
    return has("DECIMAL", "NUMERIC", "MONEY") ? .decimal : nil
  }

  private static func note(on type: AttributeType, _ declared: String) -> String? {
    switch type {
    case .date:
      "SQLite has no dates, and \(declared) is text or a number there; make a Date of it when you copy values"
    case .uuid:
      "SQLite has no UUIDs, and \(declared) is text or bytes there; make a UUID of it when you copy values"
    default: nil
    }
  }

  private static func unknown(_ column: DatabaseColumn) -> (AttributeType, String) {
    let declared =
      column.type.isEmpty ? "it has no declared type" : "the type \(column.type) isn't known"
    switch column.storedTypes.subtracting(["null"]) {
    case ["integer"]: return (.integer64, "\(declared); its first values are whole numbers")
    case ["real"], ["integer", "real"]:
      return (.double, "\(declared); its first values are numbers")
    case ["text"]: return (.string, "\(declared); its first values are texts")
    case ["blob"]: return (.binaryData, "\(declared); its first values are bytes")
    case []: return (.string, "\(declared), and there are no values; it is a String")
    default:
      return (.string, "\(declared), and values are of several types; it is a String")
    }
  }
}

/// A column's default value, read from SQL.
struct DatabaseDefault {
  /// The value, or nil for NULL and for an expression.
  let value: AttributeValue?
  /// True if the value is known: a literal rather than an expression that the database computes.
  let isLiteral: Bool

  init(_ sql: String) {
    var text = sql.trimmingCharacters(in: .whitespacesAndNewlines)
    while text.hasPrefix("("), text.hasSuffix(")"), text.count > 1 {
      text = text.dropFirst().dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
    }
    switch text.uppercased() {
    case "NULL": (value, isLiteral) = (nil, true)
    case "TRUE": (value, isLiteral) = (.boolean(true), true)
    case "FALSE": (value, isLiteral) = (.boolean(false), true)
    default:
      let found = Self.quoted(text) ?? Self.bytes(text) ?? Self.number(text)
      (value, isLiteral) = (found, found != nil)
    }
  }

  /// The value as one of an attribute's type, or the same if it can't be one.
  static func value(_ value: AttributeValue, for type: AttributeType) -> AttributeValue {
    switch (value, type) {
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.integer(let number), .double): .double(Double(number))
    case (.integer(let number), .decimal): .decimal(Decimal(number))
    // The shortest digits are those that the declaration has.
    case (.double(let number), .decimal): Decimal(string: "\(number)").map { .decimal($0) } ?? value
    case (.boolean(let truth), .integer64): .integer(truth ? 1 : 0)
    default: value
    }
  }

  private static func quoted(_ text: String) -> AttributeValue? {
    // A name in double quotes that is no column's is a text in SQLite.
    guard let quote = text.first, quote == "'" || quote == "\"", text.count > 1, text.last == quote
    else { return nil }
    let inner = String(text.dropFirst().dropLast())
    let pair = "\(quote)\(quote)"
    // A single quote within would end the literal: then it is an expression.
    guard !inner.replacing(pair, with: "").contains(quote) else { return nil }
    return .string(inner.replacing(pair, with: String(quote)))
  }

  private static func bytes(_ text: String) -> AttributeValue? {
    guard text.count > 2, text.first == "x" || text.first == "X",
      case .string(let digits)? = quoted(String(text.dropFirst())), digits.count % 2 == 0
    else { return nil }
    var data = Data()
    var rest = digits[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      data.append(byte)
      rest = rest.dropFirst(2)
    }
    return .data(data)
  }

  private static func number(_ text: String) -> AttributeValue? {
    if let whole = Int64(text) { return .integer(whole) }
    // `Double` also reads words such as nan.
    guard text.contains(where: \.isNumber),
      text.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }), let number = Double(text)
    else { return nil }
    return .double(number)
  }
}
