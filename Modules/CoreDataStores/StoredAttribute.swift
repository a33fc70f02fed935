import StrataDescriptions
import StrataSQLite
import StrataSchema

/// An attribute with the columns that a Core Data store keeps its value in.
struct StoredAttribute {
  private let attribute: AttributeDescription
  /// The values that the attribute's consists of, by the names of its parts.
  private let parts: [String: (leaf: AttributeDescription, column: String)]

  init(_ attribute: AttributeDescription, columns: [String]) {
    self.attribute = attribute
    parts = Dictionary(
      zip(attribute.columns.map(\.part), zip(attribute.leaves, columns)).map {
        ($0, (leaf: $1.0, column: $1.1))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What a column of ours is made of, as SQL; nil where it can't be.
  func expression(for column: ColumnDescription) -> String? {
    // An enum with a raw value is a composite of one value there.
    guard let part = parts[column.part] ?? (parts.count == 1 ? parts.values.first : nil) else {
      return nil
    }
    return Self.expression(part.leaf, quoted(part.column), for: column)
  }

  private static func expression(
    _ leaf: AttributeDescription, _ stored: String, for column: ColumnDescription
  ) -> String? {
    let isExternal = leaf.allowsExternalBinaryDataStorage
    return switch (leaf.type, column.storageClass, column.meaning) {
    case (.integer16, .integer, _), (.integer32, .integer, _), (.integer64, .integer, _): stored
    case (.boolean, .integer, _): "(\(stored) <> 0)"
    case (.double, .real, _), (.float, .real, _), (.date, .real, _): stored
    case (.string, .text, _), (.uri, .text, _): stored
    case (.decimal, .text, .decimal): "\(StoreFunctions.decimal)(\(stored))"
    case (.uuid, .blob, _): stored
    case (.binaryData, .blob, _), (.transformable, .blob, _):
      isExternal ? "\(StoreFunctions.data)(\(stored))" : stored
    default: nil
    }
  }
}
