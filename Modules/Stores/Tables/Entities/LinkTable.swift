package import StrataSQLite
public import StrataSchema

/// The table of links of a many-to-many relationship, or of a to-many without another end.
///
/// Its rows stand in the order in which the links were made.
public struct LinkTable: Sendable, Hashable {
  /// The table's name, such as `Item_tags`.
  public let name: String
  /// The column with the keys of the end that the table is named after.
  public let ownerColumn: String
  /// The entity that the table is named after.
  public let ownerEntity: String
  /// The column with the keys of the other end.
  public let memberColumn: String
  /// The entity at the other end.
  public let memberEntity: String
  package let ownerTable: String
  package let memberTable: String

  /// The table of a relationship, and whether the relationship is the end it is named after.
  ///
  /// - Parameters:
  ///   - entity: The entity whose relationship it is; where it is inherited, the one that declares it
  ///     counts.
  ///   - schema: What tells which tables the rows of both ends are in, or nil where each entity has its
  ///     own.
  public static func make(
    for relationship: Schema.Relationship, of entity: String, in schema: Schema? = nil
  ) -> (table: LinkTable, isOwner: Bool) {
    let entity = relationship.declaringEntity ?? entity
    let owner = relationship.linkOwner(from: entity)
    let isOwner = owner == (entity, relationship.name)
    let member: (entity: String, property: String?) =
      isOwner ? (relationship.destination, relationship.inverseName) : (entity, relationship.name)
    let isReflexive = owner.entity == member.entity
    let table = LinkTable(
      name: Schema.linkTableName(of: owner),
      ownerColumn: owner.entity, ownerEntity: owner.entity,
      memberColumn: isReflexive ? owner.property : member.entity, memberEntity: member.entity,
      ownerTable: schema.tableName(of: owner.entity),
      memberTable: schema.tableName(of: member.entity))
    return (table, isOwner)
  }
}

extension LinkTable {
  /// The SQL that makes the table and its index, in a file.
  public var definition: [String] { definition(in: .sqlite) }

  /// The SQL that makes the table and its index.
  package func definition(in dialect: SQLDialect) -> [String] {
    ([creation(in: dialect)] + indexes(in: dialect).map(\.sql)).map(\.sql)
  }

  /// Its columns, the owner's first.
  package var columnList: SQL { "\(names: [ownerColumn, memberColumn])" }

  /// The SQL that makes the table, under another name where one is given.
  package func creation(as other: String? = nil, in dialect: SQLDialect) -> SQL {
    let type = dialect.type(.integer)
    return """
      CREATE TABLE IF NOT EXISTS \(name: other ?? name) (
        \(name: ownerColumn) \(type) NOT NULL\(dialect.reference(to: ownerTable)),
        \(name: memberColumn) \(type) NOT NULL\(dialect.reference(to: memberTable)),
        UNIQUE (\(columnList))\(dialect.linkColumns)
      )\(dialect.tableEnd)
      """
  }

  /// The table's index, beside the one that its UNIQUE brings.
  package func indexes(in dialect: SQLDialect) -> [(name: String, sql: SQL)] {
    let index = dialect.identifier("strata_\(name)_\(memberColumn)")
    return [
      (index, "CREATE INDEX IF NOT EXISTS \(name: index) ON \(self) (\(name: memberColumn))")
    ]
  }
}
