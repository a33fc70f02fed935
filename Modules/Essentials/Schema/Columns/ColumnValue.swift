public import Foundation

/// One column's raw value: what a store keeps, before it becomes a Swift value.
public enum ColumnValue: Sendable, Hashable, Codable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// Whether this is SQL's NULL.
  public var isNull: Bool { self == .null }
}

extension ColumnValue: CustomStringConvertible {
  /// The value as an SQL literal, for messages and explanations; never used to build statements.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "'" + value.replacingOccurrences(of: "'", with: "''") + "'"
    case .blob(let value): "x'" + value.map { String(format: "%02x", $0) }.joined() + "'"
    }
  }
}
