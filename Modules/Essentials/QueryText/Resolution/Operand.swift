internal import StrataQuery
internal import StrataSchema

/// A resolved operand of a query, with the type that it can be compared with.
enum Operand {
  case value(QueryExpression, OperandType)
  /// The members of a to-many relationship.
  case members(QueryCollection)

  var value: QueryExpression? {
    if case .value(let value, _) = self { return value }
    return nil
  }

  var type: OperandType {
    if case .value(_, let type) = self { return type }
    return .anything
  }

  var isBitmask: Bool {
    if case .column(let column) = type { return column.meaning == .bitmask }
    return false
  }
}

/// The type of an operand's values, which determines how a constant beside it is read.
enum OperandType {
  case anything
  /// An object of an entity, or nil.
  case object(Schema.Entity)
  /// A value of a column's type.
  case column(ColumnDescription)

  static var number: OperandType { .column(ColumnDescription("", .real)) }
  static var text: OperandType { .column(ColumnDescription("", .text)) }
  static var date: OperandType { .column(ColumnDescription("", .real, meaning: .date)) }

  var isText: Bool {
    switch self {
    case .anything: true
    case .object: false
    case .column(let column): column.storageClass == .text
    }
  }

  /// True for numbers of any kind.
  var isNumber: Bool { family == OperandType.number.family }

  private var family: String? {
    switch self {
    case .anything: return nil
    case .object: return "an object"
    case .column(let column):
      switch column.meaning {
      case .date: return "a date"
      case .uuid: return "a UUID"
      case .decimal: return "a number"
      default: break
      }
      return switch column.storageClass {
      case .integer, .real: "a number"
      case .text: "a text"
      case .blob: "binary data"
      }
    }
  }

  var name: String { family ?? "a value" }

  func isComparable(with other: OperandType) -> Bool {
    guard let mine = family, let others = other.family else { return true }
    return mine == others
  }
}
