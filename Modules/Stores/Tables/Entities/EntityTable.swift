package import StrataSQLite
public import StrataSchema

/// An entity's table: its columns in the order in which rows are read and bound, and its SQL.
///
/// The columns are the key, then each property's in order of declaration, then the positions of
/// members in the to-many relationships that lead to them. The entities of a hierarchy share the
/// table of their root, and each row names its own; see ``isShared``.
public final class EntityTable: Sendable {
  /// The entity whose objects the rows are.
  public let entity: Schema.Entity
  /// The columns that a fetch of just this entity reads, after the key, with the property each
  /// belongs to.
  public let columns: [Column]
  /// The columns whose values the history keeps when a row is deleted.
  public let preservedColumns: [Column]
  /// The columns that keep a member's position, with the property that leads to the owner.
  public let positions: [Column]
  /// True if objects of several classes may be in the table, so that each row names its entity.
  public let isShared: Bool
  /// The entities whose rows are objects of this one: itself and all below it, each before those.
  public let kinds: [Kind]
  /// The SQL of the engine that has the table.
  package let dialect: SQLDialect
  /// All entities of the table, the root first.
  package let members: [Member]
  package let propertyIndices: [String: PropertyIndex]
  /// The columns of `selection(alias:)`, quoted.
  package let selected: [String]

  /// The name of the key column of every table.
  public static let key = "strata_key"
  /// The keys that objects can have. Rows of other programs above them conflict with none.
  package static let keys: ClosedRange<Int64> = 1...Int64.max / 2
  /// The name of the column with an object's entity, where a table is shared.
  public static let entityColumn = "strata_entity"

  /// One column of the table.
  public struct Column: Sendable, Hashable {
    /// The position of its property in the entity.
    public let property: PropertyIndex
    /// The column's name.
    public let name: String
    /// The column's type.
    public let description: ColumnDescription
    /// The table that the column's keys are of, for a link.
    package let references: String?
  }

  /// Lays out an entity's table.
  ///
  /// - Parameters:
  ///   - schema: What tells of the entity's relatives, or nil for an entity that has none.
  ///   - isShared: Whether the table is known to have objects of other classes, which the schema may
  ///     lack.
  public init(
    _ entity: Schema.Entity, in schema: Schema? = nil, isShared: Bool = false,
    dialect: SQLDialect = .sqlite
  ) {
    self.entity = entity
    self.dialect = dialect
    let all = Layout(entity.properties[...], in: schema)
    columns = all.columns
    positions = all.positions
    preservedColumns = all.columns.filter { column in
      guard case .attribute(let attribute) = entity.properties[column.property] else {
        return false
      }
      return attribute.options.contains(.preserveValueOnDeletion)
    }
    let root = entity.root
    let family = schema?.hierarchy(from: root) ?? entity.lineage
    self.isShared = isShared || family.count > 1
    members = family.map { Member($0, in: schema) }
    kinds = Self.kinds(of: family.filter { $0.isKind(of: entity) }, schema)
    let names =
      kinds.count > 1
      ? [Self.key, Self.entityColumn] + kinds.flatMap(\.columns).map(\.name)
      : [Self.key] + columns.map(\.name)
    selected = names.map(quoted)
    propertyIndices = .init(
      entity.properties.enumerated().map { ($1.name, PropertyIndex($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The table's name: that of the hierarchy's root.
  public var name: String { members[0].entity.name }

  /// The position of a property in the entity. O(1).
  public func index(of property: String) -> PropertyIndex? { propertyIndices[property] }

  /// The column of a to-one relationship. O(1).
  package func linkColumn(of relationship: String) -> String {
    guard let index = propertyIndices[relationship],
      case .relationship(let found) = entity.properties[index]
    else { return relationship }
    return found.columnName
  }

  /// The column that keeps a member's position in its owner's to-many relationship.
  package func positionColumn(of relationship: String) -> String {
    "strata_\(linkColumn(of: relationship))_position"
  }
}

/// The columns of some properties.
package struct Layout {
  package var columns: [EntityTable.Column] = []
  package var positions: [EntityTable.Column] = []

  package init(_ properties: ArraySlice<Schema.Property>, in schema: Schema?) {
    for (position, property) in zip(properties.indices, properties) {
      let index = PropertyIndex(position)
      switch property {
      case .attribute(let attribute):
        columns += attribute.columns.map {
          .init(
            property: index, name: $0.name(of: attribute.name), description: $0, references: nil)
        }
      case .relationship(let relationship) where relationship.isToOne:
        let description = ColumnDescription("", .integer, isOptional: true)
        columns.append(
          .init(
            property: index, name: relationship.columnName, description: description,
            references: schema.tableName(of: relationship.destination)))
        if relationship.isOrderedByMember {
          positions.append(
            .init(
              property: index, name: "strata_\(relationship.columnName)_position",
              description: description, references: nil))
        }
      case .relationship: break
      }
    }
  }
}

extension Schema? {
  /// The table that an entity's rows are in.
  package func tableName(of entity: String) -> String {
    self?.entitiesByName[entity]?.root.name ?? entity
  }
}

extension Binder {
  /// Binds the positions of a table, which follow the columns of all properties.
  package mutating func bindPositions(of table: EntityTable) {
    for column in table.positions where begins(column.property) {
      if let found = positions.first(where: { $0.property == column.property }) {
        bind(integer: found.position)
      } else {
        bindNull()
      }
    }
  }
}
