import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

/// Where things are among the values of an entity's row, those of `EntityTable.storedColumns`.
struct RowLayout {
  let table: EntityTable
  let columns: [EntityTable.Column]
  /// The columns of to-one relationships, and the roots of those they lead to.
  let links: [(column: Int, relationship: ModelRelationship, target: EntityIndex)]
  /// The columns of those that have no way back.
  let oneWayLinks: Set<Int>
  /// Each column with a member's place, with the column of the link that it is about.
  let places: [(column: Int, link: Int)]
  /// The columns that don't always have the same for the same value.
  let encoded: [Int]
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
    links = entity.relationships.compactMap { relationship in
      guard relationship.isToOne, let column = linkColumns[relationship.index],
        let target = graph.destination(of: relationship)
      else { return nil }
      return (column, relationship, graph.entities[target].root)
    }
    oneWayLinks = Set(links.lazy.filter { $0.relationship.inverse == nil }.map(\.column))
  }

  /// Values as they will be in the store when an entry is saved.
  func values(_ stored: [ColumnValue], with entry: PendingState.Entry) -> [ColumnValue] {
    var values = stored
    var new = entry.values[...]
    for column in columns.indices where entry.properties.contains(columns[column].property) {
      guard let value = new.popFirst() else { break }
      // A place for which NULL is bound stays as it is.
      if column >= table.columns.count, value.isNull { continue }
      values[column] = value
    }
    return values
  }

  /// The same values with each place written out: NULL stands for that of the key, and a link to nowhere
  /// has none.
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

  /// The values of some properties, as an entry has them.
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
