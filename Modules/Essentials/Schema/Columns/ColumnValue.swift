public import Foundation

/// The raw value of a column, before it is decoded to a Swift value.
public enum ColumnValue: Sendable, Hashable, Codable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// True if this is SQL's NULL.
  public var isNull: Bool { self == .null }
}

extension ColumnValue: CustomStringConvertible {
  /// The value as an SQL literal, for messages and explanations.
  ///
  /// Don't build statements with it.
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
