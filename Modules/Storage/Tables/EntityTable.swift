public import StrataSchema

/// An entity's table: its columns in the order in which rows are read and bound, and its SQL.
///
/// The columns are the key, then each property's in order of declaration, then the positions of
/// members in the to-many relationships that lead to them.
public final class EntityTable: Sendable {
  /// The entity whose objects the rows are.
  public let entity: Schema.Entity
  /// The columns that a fetch reads, after the key, with the property each belongs to.
  public let columns: [Column]
  /// The columns that keep a member's position, with the property that leads to the owner.
  public let positions: [Column]
  let propertyIndices: [String: Int]

  /// The name of the key column of every table.
  public static let key = "strata_key"

  /// One column of the table.
  public struct Column: Sendable, Hashable {
    /// The position of its property in the entity.
    public let property: Int
    /// The column's name.
    public let name: String
    /// The column's type.
    public let description: ColumnDescription
  }

  /// Lays out an entity's table.
  public init(_ entity: Schema.Entity) {
    self.entity = entity
    var columns: [Column] = []
    var positions: [Column] = []
    for (index, property) in entity.properties.enumerated() {
      switch property {
      case .attribute(let attribute):
        columns += attribute.columns.map {
          Column(property: index, name: $0.name(of: attribute.name), description: $0)
        }
      case .relationship(let relationship) where relationship.isToOne:
        let description = ColumnDescription("", .integer, isOptional: true)
        columns.append(Column(property: index, name: relationship.name, description: description))
        if relationship.isOrderedByMember {
          let name = Self.positionColumn(of: relationship.name)
          positions.append(Column(property: index, name: name, description: description))
        }
      case .relationship: break
      }
    }
    self.columns = columns
    self.positions = positions
    propertyIndices = .init(
      entity.properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The table's name.
  public var name: String { entity.name }

  /// The column that keeps a member's position in its owner's to-many relationship.
  static func positionColumn(of relationship: String) -> String {
    "strata_\(relationship)_position"
  }

  /// The position of a property in the entity. O(1).
  public func index(of property: String) -> Int? { propertyIndices[property] }
}

/// A name as SQL has it: in double quotes, so that any name will do.
public func quoted(_ name: String) -> String {
  "\"" + name.replacing("\"", with: "\"\"") + "\""
}
