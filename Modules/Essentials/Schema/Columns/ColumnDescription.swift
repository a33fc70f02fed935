/// A column of a property's value.
public struct ColumnDescription: Sendable, Hashable, Codable {
  /// The name of the part within the property, such as `value1`.
  ///
  /// Empty for a value of one column.
  public let part: String
  /// The column's declared type.
  public let storageClass: StorageClass
  /// True if the column may be NULL.
  public let isOptional: Bool
  /// The meaning of the raw value, or nil if the declared type determines it.
  public let meaning: Meaning?
  /// The subclass that declares the column, if several classes share a table.
  ///
  /// Its name is a prefix of the column's name, so that sibling classes can have properties of the
  /// same name. It is nil elsewhere.
  public let owner: String?
  /// The names that the part may have had in earlier versions, or nil if it was never renamed.
  public let formerParts: [String]?

  /// Creates a column description.
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

  /// A copy of the column that may be NULL.
  public var optional: ColumnDescription {
    ColumnDescription(
      part, storageClass, isOptional: true, meaning: meaning, owner: owner,
      formerParts: formerParts)
  }

  /// Returns the column as declared by a subclass, or by a class without a superclass for nil.
  public func owned(by entity: String?) -> ColumnDescription {
    ColumnDescription(
      part, storageClass, isOptional: isOptional, meaning: meaning, owner: entity,
      formerParts: formerParts)
  }

  /// Returns the column's full name for a property: `name`, `dataContent_value1` for a part,
  /// `Dog_name` for a subclass's property.
  public func name(of property: String) -> String {
    let name = part.isEmpty ? property : "\(property)_\(part)"
    return owner.map { "\($0)_\(name)" } ?? name
  }

  /// Returns the column's name in predicates and forms: `title`, or `place.city` for a part of a composite.
  public func queryName(of property: String) -> String {
    part.isEmpty ? property : "\(property).\(part)"
  }
}

extension ColumnDescription {
  /// The meaning of a column's raw value.
  ///
  /// It determines how text input becomes a value, and is a comment in the table's SQL.
  public enum Meaning: Sendable, Hashable, Codable {
    case boolean
    /// Seconds since 2001-01-01 00:00 UTC, which represents each `Date` exactly.
    case date
    case decimal
    case uuid
    case url
    case json
    /// One of a few texts or integers: the known raw values of an enum.
    case oneOf([ColumnValue])
    /// A set of small numbers, bit n for number n.
    case bitmask
    /// The raw value of a Swift type.
    case rawValue(String)
    /// An unsigned 64-bit integer in two's complement.
    case unsigned

    /// The comment in the table's SQL.
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
