import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// The column indexes of an entity's row, in the order of `EntityTable.storedColumns`.
struct RowLayout {
  let table: EntityTable
  let columns: [EntityTable.Column]
  /// The columns of to-one relationships, each with the root entity of its target.
  let links: [(column: Int, relationship: ModelRelationship, target: EntityIndex)]
  /// Of these, those of one-to-one relationships.
  let pairs: [(column: Int, relationship: ModelRelationship, target: EntityIndex)]
  /// The columns of to-one relationships without an inverse.
  let oneWayLinks: Set<Int>
  /// Each column with a member's position, and the column of the link that it orders.
  let places: [(column: Int, link: Int)]
  /// Columns whose bytes may differ for equal values: JSON and transformed attributes.
  let encoded: [Int]
  /// The columns that each save sets (``SaveStamp``).
  let stamped: Set<Int>
  let type: any PersistentModel.Type

  init(_ entity: GraphEntity, in graph: ObjectGraph) {
    table = entity.table
    type = entity.type
    columns = table.storedColumns
    let count = table.columns.count
    var linkColumns: [PropertyIndex: Int] = [:]
    for column in columns[..<count].indices { linkColumns[columns[column].property] = column }
    places = columns.indices.dropFirst(count).compactMap { [columns] column in
      linkColumns[columns[column].property].map { (column, $0) }
    }
    encoded = columns.indices.prefix(count).filter { [columns, table] column in
      guard case .attribute(let attribute) = table.entity.properties[columns[column].property]
      else { return false }
      return attribute.isTransformable || columns[column].description.meaning == .json
    }
    stamped = Set(
      columns[..<count].indices.filter { [columns] in
        entity.stamped.contains(columns[$0].property)
      })
    links = entity.relationships.compactMap { relationship in
      guard relationship.isToOne, let column = linkColumns[relationship.index],
        let target = graph.destination(of: relationship)
      else { return nil }
      return (column, relationship, graph.entities[target].root)
    }
    pairs = links.filter { $0.relationship.inverseIsToOne && $0.relationship.inverse != nil }
    oneWayLinks = Set(links.lazy.filter { $0.relationship.inverse == nil }.map(\.column))
  }

  /// The row's values after an entry is saved.
  func values(_ stored: [ColumnValue], with entry: PendingState.Entry) -> [ColumnValue] {
    var values = stored
    var new = entry.values[...]
    for column in columns.indices where entry.properties.contains(columns[column].property) {
      guard let value = new.popFirst() else { break }
      // NULL bound to a position leaves the stored position unchanged.
      if column >= table.columns.count, value.isNull { continue }
      values[column] = value
    }
    return values
  }

  /// Values with explicit positions: NULL becomes the row's key, and a link that is nil has no
  /// position.
  func placed(_ values: [ColumnValue], key: Int64) -> [ColumnValue] {
    var values = values
    for (column, link) in places {
      if values[link].isNull {
        values[column] = .null
      } else if values[column].isNull {
        values[column] = .integer(key)
      }
    }
    return values
  }

  /// The values of some properties, in the order of a pending entry.
  func values(_ values: [ColumnValue], of properties: PropertySet) -> [ColumnValue] {
    columns.indices.filter { properties.contains(columns[$0].property) }.map { values[$0] }
  }

  /// The properties in which two rows differ.
  func difference(_ first: [ColumnValue], _ second: [ColumnValue]) -> PropertySet {
    var properties = PropertySet()
    for column in columns.indices where first[column] != second[column] {
      properties.insert(columns[column].property)
    }
    return properties
  }

  func name(of property: PropertyIndex) -> String { table.entity.properties[property].name }
}

/// The row layouts of all entities of a graph.
struct RowLayouts {
  private let layouts: [RowLayout]

  init(_ graph: ObjectGraph) {
    layouts = graph.entities.map { RowLayout($0, in: graph) }
  }

  subscript(_ entity: EntityIndex) -> RowLayout { layouts[entity] }
}
