internal import Foundation
public import StrataSchema

/// A statement, or a part of one, with the values of its parameters.
public typealias SQLQuery = SQL

/// SQL text together with the values of its parameters.
///
/// An interpolation says what it adds to the text, so a value never becomes part of the text, a name is always quoted,
/// and the values stay in the order of the text. Parts are combined in the same way:
///
///     let condition: SQL = "\(name: "title") = \(bind: title)"  // "title" = ?
///     let query: SQL = "SELECT count(*) FROM \(name: "Book") WHERE \(condition)"
public struct SQL: Sendable, Hashable {
  /// The text, with `?` for each parameter.
  public private(set) var sql: String
  /// The parameters, in the order of the text.
  public private(set) var parameters: [Parameter]
  /// The reason why an interpolated value can't be a parameter, or nil if all can.
  package private(set) var failure: String?

  /// A place in the text for a value.
  public struct Parameter: Sendable, Hashable {
    /// The value; NULL in a statement whose values are bound later.
    public let value: ColumnValue
    /// The storage class of the values that are bound here, or nil if it isn't known.
    package let type: StorageClass?
    /// The name of the parameter's type on a server, or nil for that of its storage class.
    package var serverType: String?
    /// The position of its `?` in the text, in UTF-8. Another `?` is an operator of a server's, such as that of `jsonb`.
    package fileprivate(set) var offset: Int

    fileprivate func shifted(by count: Int) -> Parameter {
      var parameter = self
      parameter.offset += count
      return parameter
    }
  }

  /// The values of the parameters.
  public var arguments: [ColumnValue] { parameters.map(\.value) }

  /// True if there is no text.
  package var isEmpty: Bool { sql.isEmpty }

  /// Takes a text as it is, with the values of the `?` in it.
  package init(_ sql: String, _ arguments: ColumnValue...) {
    self.init(sql, arguments: arguments)
  }

  /// Takes a text as it is, with the values of the `?` in it.
  package init(_ sql: String, arguments: [ColumnValue]) {
    self.sql = sql
    guard !arguments.isEmpty else {
      parameters = []
      return
    }
    var words = SQLWords(sql)
    while words.next() != nil {}
    let offsets = words.questionMarks
    parameters = arguments.enumerated().map { index, value in
      // A value without a place is reported when the statement is run.
      Parameter(
        value: value, type: value.storageClass,
        offset: index < offsets.count ? offsets[index] : sql.utf8.count)
    }
  }

  /// The text with the places and storage classes of its parameters, which a server's statement is prepared for.
  var typedText: String {
    parameters.reduce(into: sql) {
      $0 += " \($1.offset) \($1.serverType ?? $1.type?.rawValue ?? "")"
    }
  }

  /// A parameter whose values are bound later.
  package static func parameter(_ type: StorageClass?) -> SQL {
    var sql: SQL = "?"
    sql.parameters = [Parameter(value: .null, type: type, offset: 0)]
    return sql
  }

  /// The same text with other values, from the first parameter on, or NULL for those that are missing.
  package func binding(_ values: [ColumnValue]) -> SQL {
    var sql = self
    sql.parameters = parameters.enumerated().map { index, parameter in
      Parameter(
        value: index < values.count ? values[index] : .null, type: parameter.type,
        serverType: parameter.serverType, offset: parameter.offset)
    }
    return sql
  }

  package static func += (sql: inout SQL, part: SQL) {
    if !part.parameters.isEmpty {
      let start = sql.sql.utf8.count
      sql.parameters += part.parameters.lazy.map { $0.shifted(by: start) }
    }
    sql.sql += part.sql
    if let failure = part.failure { sql.failure = failure }
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Takes a text as it is.
  public init(stringLiteral text: String) {
    sql = text
    parameters = []
  }

  /// Takes the text and the values of an interpolated literal.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.built }

  /// Builds SQL of the parts of a string literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var built: SQL = ""

    /// Makes room for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      // Most literals are short, and a short text needs no memory of its own.
      if literalCapacity > 15 {
        built.sql.reserveCapacity(literalCapacity + interpolationCount * 24)
      }
    }

    /// Adds text as it is.
    public mutating func appendLiteral(_ text: String) { built.sql += text }

    /// Adds another part, with its values.
    public mutating func appendInterpolation(_ part: SQL) { built += part }

    /// Adds a parameter with a value of a column, whose type on a server may be one of its own.
    package mutating func appendInterpolation(
      bind value: ColumnValue, as type: StorageClass, serverType: String?
    ) {
      built.parameters.append(
        Parameter(value: value, type: type, serverType: serverType, offset: built.sql.utf8.count))
      built.sql += "?"
    }

    /// Records why a value can't be a parameter. Running the statement throws the reason.
    package mutating func appendInterpolation(failure: String) { built.failure = failure }

    /// Adds a number as a literal.
    package mutating func appendInterpolation(_ number: some FixedWidthInteger) {
      built.sql += String(number)
    }

    /// Adds the name of a table, column or index, quoted.
    public mutating func appendInterpolation(name: String) { built.sql += quoted(name) }

    /// Adds a text as a literal.
    public mutating func appendInterpolation(literal text: String) { built.sql += literal(text) }

    /// Adds a parameter with a value. Pass the storage class where the value may be NULL.
    public mutating func appendInterpolation(bind value: ColumnValue, as type: StorageClass? = nil)
    {
      built.parameters.append(
        Parameter(value: value, type: type ?? value.storageClass, offset: built.sql.utf8.count))
      built.sql += "?"
    }

    /// Adds a parameter with a number, or NULL.
    package mutating func appendInterpolation(bind number: Int64?) {
      appendInterpolation(bind: number.map { .integer($0) } ?? .null, as: .integer)
    }

    /// Adds a parameter with a number, or NULL.
    package mutating func appendInterpolation(bind number: Double?) {
      appendInterpolation(bind: number.map { .real($0) } ?? .null, as: .real)
    }

    /// Adds a parameter with a text, or NULL.
    package mutating func appendInterpolation(bind text: String?) {
      appendInterpolation(bind: text.map { .text($0) } ?? .null, as: .text)
    }
  }
}

extension Sequence<SQL> {
  /// The parts one after another, with a text between them.
  package func joined(_ separator: String = ", ") -> SQL {
    let separator = SQL(stringLiteral: separator)
    var result: SQL = ""
    for part in self {
      if !result.isEmpty { result += separator }
      result += part
    }
    return result
  }
}

extension ColumnValue {
  /// The storage class of the value, or nil for NULL.
  package var storageClass: StorageClass? {
    switch self {
    case .null: nil
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

/// A name as SQL has it: in double quotes, so that any name will do.
public func quoted(_ name: String) -> String {
  // Hardly any name has a quote in it, and looking for one byte is much cheaper than replacing.
  guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
  return "\"\(name.doubling(UInt8(ascii: "\"")))\""
}

/// A text as SQL has it.
package func literal(_ text: String) -> String { "'\(text.doubling(UInt8(ascii: "'")))'" }

extension String {
  /// The text with one byte twice wherever it is.
  ///
  /// Databases read bytes. A quote with a mark that combines with it is one character, and no quote for Swift.
  fileprivate func doubling(_ byte: UInt8) -> String {
    String(decoding: utf8.flatMap { $0 == byte ? [$0, $0] : [$0] }, as: UTF8.self)
  }
}

extension ColumnDescription {
  /// The type that a server has for the column's values, or nil for that of its storage class.
  package var serverType: String? {
    switch (storageClass, meaning) {
    case (.integer, .boolean?): "boolean"
    case (.blob, .uuid?): "uuid"
    case (.text, .decimal?): "numeric"
    default: nil
    }
  }
}
