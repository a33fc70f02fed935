package import StrataSQLite
public import StrataSchema

extension EntityTable {
  /// One of the entities whose rows a fetch finds.
  public struct Kind: Sendable {
    /// The entity.
    public let entity: Schema.Entity
    /// Where its columns begin in a row of `selection(alias:)`.
    public let start: Int
    /// The columns that are selected for it, or none where those of an entity below it serve.
    let columns: [Column]
  }

  /// An entity with what it adds to the table.
  package struct Member: Sendable {
    package let entity: Schema.Entity
    package let columns: [Column]
    package let positions: [Column]
    /// The names of the entities that have these columns, or nil where all have.
    package let kinds: [String]?

    init(_ entity: Schema.Entity, in schema: Schema?) {
      self.entity = entity
      let inherited = entity.inheritedProperties.count
      let layout = Layout(entity.properties[inherited...], in: schema)
      columns = layout.columns
      positions = layout.positions
      kinds =
        entity.superentity == nil
        ? nil : (schema?.hierarchy(from: entity) ?? [entity]).map(\.name)
    }
  }

  /// Where each entity's columns are in a row.
  ///
  /// An object is read from columns that follow one another, those of its superclass first. So the
  /// columns of each entity that has none below it are selected, and serve those above it too.
  package static func kinds(of family: [Schema.Entity], _ schema: Schema?) -> [Kind] {
    guard family.count > 1 else {
      return family.map { Kind(entity: $0, start: 1, columns: []) }
    }
    // The family is listed in depth, so that the first leaf behind an entity is below it.
    let superentities = Set(family.compactMap { $0.superentity.map { ObjectIdentifier($0) } })
    var next = 2
    return family.map { entity in
      let isLeaf = !superentities.contains(ObjectIdentifier(entity))
      let columns = isLeaf ? Layout(entity.properties[...], in: schema).columns : []
      defer { next += columns.count }
      return Kind(entity: entity, start: next, columns: columns)
    }
  }

  /// All columns behind the key and the entity, each with the entity that brings it.
  package var allColumns: [(column: Column, member: Member)] {
    members.flatMap { member in member.columns.map { ($0, member) } }
      + members.flatMap { member in member.positions.map { ($0, member) } }
  }

  /// True if rows of several entities are objects of this one.
  public var isPolymorphic: Bool { kinds.count > 1 }

  /// The position of the entity's first own column in a row of `selection(alias:)`.
  public var start: Int { kinds[0].start }

  /// The condition that a row of a shared table is of this entity, or nil where all rows are.
  ///
  /// - Parameter isSearched: True if nothing else in the query determines the rows, so that an index on the entity may
  ///   help.
  package func filter(_ alias: SQL, isSearched: Bool = false) -> SQL? {
    guard isShared else { return nil }
    let names = kinds.map(\.entity.name)
    let condition: SQL =
      names.count == 1
      ? "\(alias).\(.entity) = \(literal: names[0])"
      : "\(alias).\(.entity) IN (\(literals: names))"
    // Where all known entities are wanted, hardly a row is left out, and an index on the entity would only cost time.
    return isSearched && kinds.count < members.count
      ? dialect.oftenTrue(condition) : dialect.unsearched(condition)
  }

  /// ``filter(_:isSearched:)`` behind another condition, or empty where there is none.
  package func furtherFilter(_ alias: SQL) -> SQL { filter(alias).map { " AND \($0)" } ?? "" }
}

extension EntityTable {
  /// How many columns `selection(alias:)` has.
  public var selectionCount: Int {
    isPolymorphic ? 2 + kinds.reduce(0) { $0 + $1.columns.count } : 1 + columns.count
  }

  /// The columns of a fetch, each with the alias of its table: the key, then the entity's own. If the fetch finds
  /// several entities, the row's entity is the second column, and ``kinds`` says where the columns of each begin.
  ///
  /// - Parameter reading: The columns to read, or nil for all. Others are NULL.
  package func selection(alias: SQL = "t", reading: RowSelection? = nil) -> SQL {
    // Each fetch has it, so that it is put together as text.
    var text = ""
    guard let reading else {
      for name in selected { text += "\(text.isEmpty ? "" : ", ")\(alias.sql).\(name)" }
      return SQL(text)
    }
    for name in reading.selected {
      text += text.isEmpty ? "" : ", "
      text += name.map { "\(alias.sql).\($0)" } ?? "NULL"
    }
    return SQL(text)
  }
}
