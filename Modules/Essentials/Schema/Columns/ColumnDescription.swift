/// One column that a property's value is kept in.
public struct ColumnDescription: Sendable, Hashable, Codable {
  /// The part's name within the property: empty for a value of one column, else such as `value1`.
  public let part: String
  /// The type the column is declared with.
  public let storageClass: StorageClass
  /// Whether the column may be NULL.
  public let isOptional: Bool
  /// What the raw value means, for a reader of the table's SQL; nil where the type says it all.
  public let meaning: Meaning?
  /// The subclass that the column is of, where several classes share a table: its name stands before
  /// the property's, so that relatives may have properties of one name. nil elsewhere.
  public let owner: String?
  /// The names that the part may have had in earlier versions; nil where it was never renamed.
  public let formerParts: [String]?

  /// Describes one column.
  public init(
    _ part: String = "", _ storageClass: StorageClass, isOptional: Bool = false,
    meaning: Meaning? = nil, owner: String? = nil, formerParts: [String]? = nil
  ) {
    self.part = part
    self.storageClass = storageClass
    self.isOptional = isOptional
    self.meaning = meaning
    self.owner = owner
    self.formerParts = formerParts
  }

  /// The same column, which may be NULL.
  public var optional: ColumnDescription {
    ColumnDescription(
      part, storageClass, isOptional: true, meaning: meaning, owner: owner,
      formerParts: formerParts)
  }

  /// The same column of a subclass.
  public func owned(by entity: String) -> ColumnDescription {
    ColumnDescription(
      part, storageClass, isOptional: isOptional, meaning: meaning, owner: entity,
      formerParts: formerParts)
  }

  /// The column's full name for a property: `name`, `dataContent_value1` for a part, `Dog_name` for
  /// a subclass's.
  public func name(of property: String) -> String {
    let name = part.isEmpty ? property : "\(property)_\(part)"
    return owner.map { "\($0)_\(name)" } ?? name
  }
}

extension ColumnDescription {
  /// How a raw column value is to be read. It decides how text from outside becomes a value, and
  /// stands as a comment in the table's SQL.
  public enum Meaning: Sendable, Hashable, Codable {
    case boolean
    /// Seconds since 2001-01-01 00:00 UTC, so that each `Date` comes back bit for bit.
    case date
    case decimal
    case uuid
    case url
    case json
    /// One of a few texts or integers: the raw values of an enum, where they are known.
    case oneOf([ColumnValue])
    /// A set of small numbers, bit n for number n.
    case bitmask
    /// The raw value of a Swift type.
    case rawValue(String)
    /// An unsigned 64-bit number in two's complement.
    case unsigned

    /// The words that stand as a comment in the table's SQL.
    public var comment: String {
      switch self {
      case .boolean: "Bool: 0 or 1"
      case .date: "Date: seconds since 2001-01-01 00:00 UTC"
      case .decimal: "Decimal: its digits"
      case .uuid: "UUID: 16 bytes"
      case .url: "URL"
      case .json: "JSON"
      case .oneOf(let values): "one of " + values.map(\.description).joined(separator: ", ")
      case .bitmask: "a set of numbers 0 to 63, one bit each"
      case .rawValue(let type): "\(type): its raw value"
      case .unsigned: "UInt64 in two's complement"
      }
    }
  }
}
