package import StrataSQLite
public import StrataSchema

/// The tables of a schema, by entity.
public struct Tables: Sendable {
  /// The tables by their entities' names.
  public let byEntity: [String: EntityTable]
  /// The SQL of the engine that has the tables.
  package let dialect: SQLDialect
  /// False for past states, whose tables are views. A file's search indexes have the present texts alone.
  package let isPresent: Bool

  /// Lays out the tables of a schema.
  ///
  /// - Parameter shared: The tables that are known to have objects of classes that the schema may
  ///   lack.
  public init(_ schema: Schema, shared: Set<String> = [], dialect: SQLDialect = .sqlite) {
    self.init(schema, shared: shared, dialect: dialect, isPresent: true)
  }

  /// Lays out the tables of a schema, or the views of a past state in their places.
  package init(_ schema: Schema, shared: Set<String>, dialect: SQLDialect, isPresent: Bool) {
    self.dialect = dialect
    self.isPresent = isPresent
    byEntity = schema.entitiesByName.mapValues { entity in
      EntityTable(
        entity, in: schema, isShared: shared.contains(entity.root.name), dialect: dialect)
    }
  }

  /// Counts the objects of an entity, without those of its subentities.
  package func count(of entity: Schema.Entity) -> SQL {
    let rows: SQL = "SELECT count(*) FROM \(name: entity.root.name)"
    guard byEntity[entity.name]?.isShared ?? false else { return rows }
    return "\(rows) WHERE \(.entity) = \(literal: entity.name)"
  }

  /// The table of an entity.
  ///
  /// - Throws: ``UnknownEntity``.
  public func table(_ entity: String) throws(UnknownEntity) -> EntityTable {
    guard let table = byEntity[entity] else { throw UnknownEntity(name: entity) }
    return table
  }
}

/// An entity that a store's schema lacks.
public struct UnknownEntity: Error, Sendable, Hashable, CustomStringConvertible {
  /// Its name.
  public let name: String

  /// A description of the error, and what to do.
  public var description: String {
    "the store knows no entity \(name); give its model to the container"
  }
}
