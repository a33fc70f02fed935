import Foundation
package import StrataQuery
package import StrataSQLite
package import StrataSchema

/// Keys as one parameter, so that one text, and one prepared statement, serves any number of them.
package struct KeyList {
  private let dialect: SQLDialect
  private let list: SQL

  package init(_ keys: some Collection<Int64>, _ dialect: SQLDialect) {
    self.dialect = dialect
    let numbers = keys.map(String.init)
    switch dialect {
    case .sqlite: list = "\(bind: Self.array(numbers))"
    case .postgreSQL: list = Self.serverArray(numbers)
    }
  }

  /// The keys as a table with a column `value`, for a FROM clause.
  package func values(as alias: SQL) -> SQL {
    switch dialect {
    case .sqlite: "json_each(\(list)) AS \(alias)"
    case .postgreSQL: "unnest(\(list)) AS \(alias)(value)"
    }
  }

  /// The condition that a term is one of the keys.
  package func contains(_ term: SQL) -> SQL {
    switch dialect {
    case .sqlite: "\(term) IN (SELECT value FROM json_each(\(list)))"
    case .postgreSQL: "\(term) = ANY(\(list))"
    }
  }

  /// The condition that a term is none of the keys.
  package func excludes(_ term: SQL) -> SQL {
    switch dialect {
    case .sqlite: "\(term) NOT IN (SELECT value FROM json_each(\(list)))"
    case .postgreSQL: "\(term) <> ALL(\(list))"
    }
  }

  fileprivate static func serverArray(_ keys: [String]) -> SQL {
    "\(bind: "{\(keys.joined(separator: ","))}")::bigint[]"
  }

  fileprivate static func array(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ","))]"
  }
}

extension SQLDialect {
  /// The condition that two columns are one of some pairs of keys.
  package func contains(_ pairs: [(Int64, Int64)], _ columns: SQL) -> SQL {
    switch self {
    case .sqlite:
      let list = KeyList.array(pairs.map { "[\($0),\($1)]" })
      return "(\(columns)) IN (SELECT value ->> 0, value ->> 1 FROM json_each(\(bind: list)))"
    case .postgreSQL:
      let owners = KeyList.serverArray(pairs.map { String($0.0) })
      let members = KeyList.serverArray(pairs.map { String($0.1) })
      return "(\(columns)) IN (SELECT a, b FROM unnest(\(owners), \(members)) AS k(a, b))"
    }
  }

  /// A query for values of one storage class, as one parameter, or nil if there are so few that they are parameters of
  /// their own, and for values of several classes.
  ///
  /// - Parameter expression: The value that is compared with them.
  package func list(_ values: [ColumnValue], for expression: QueryExpression) throws -> SQL? {
    guard let kind = values.first?.storageClass,
      values.allSatisfy({ $0.storageClass == kind })
    else { return nil }
    switch self {
    case .sqlite:
      // A statement has 32,766 parameters at most.
      guard values.count > 100 else { return nil }
      // Reals and bytes become texts, which our own functions read exactly. So do texts with a zero byte, where SQLite
      // ends a text that it reads from JSON.
      let hasZeroBytes = kind == .text && values.contains(where: \.hasZeroByte)
      let value: SQL =
        switch kind {
        case .real: "strata_real(value)"
        case .blob: "strata_blob(value)"
        case .text where hasZeroBytes: "strata_text(value)"
        case .integer, .text: "value"
        }
      let list = try JSONColumn.encode(values.map { hasZeroBytes ? $0.listedBytes : $0.listed })
      return "SELECT \(value) FROM json_each(\(bind: list))"
    case .postgreSQL:
      guard values.count > 100 else { return nil }
      var native: NativeType?
      if case .column(_, let column) = expression { native = nativeType(column.description) }
      let type = native?.name ?? type(kind, isElement: true)
      let elements = values.map { $0.element(isUUID: native == .uuid) }.joined(separator: ",")
      return "SELECT unnest(\(bind: "{\(elements)}")::\(type)[])"
    }
  }
}

extension ColumnValue {
  /// The value as an element of a server's array.
  fileprivate func element(isUUID: Bool) -> String {
    switch self {
    case .integer(let value): "\(value)"
    case .real(let value): value.isNaN ? "NULL" : "\(value)"
    case .text(let value):
      // By bytes, as the server reads them.
      "\""
        + String(
          decoding: value.utf8.flatMap { byte in
            byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
              ? [UInt8(ascii: "\\"), byte] : [byte]
          }, as: UTF8.self) + "\""
    case .blob(let value):
      "\"" + (isUUID ? "" : "\\\\x")
        + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
    case .null: "NULL"
    }
  }

  fileprivate var hasZeroByte: Bool {
    if case .text(let text) = self { text.utf8.contains(0) } else { false }
  }

  /// A text's bytes.
  fileprivate var listedBytes: Listed {
    guard case .text(let text) = self else { return listed }
    return .text(Data(text.utf8).base64EncodedString())
  }

  fileprivate var listed: Listed {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .text("\(value)")
    case .text(let value): .text(value)
    case .blob(let value): .text(value.base64EncodedString())
    case .null: .text("")
    }
  }
}

/// An element of a list that is bound as JSON.
private enum Listed: Encodable {
  case integer(Int64)
  case text(String)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .integer(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    }
  }
}
