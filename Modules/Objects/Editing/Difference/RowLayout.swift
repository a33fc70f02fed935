import StrataContexts
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The column indexes of an entity's row, in the order of `EntityTable.storedColumns`.
struct RowLayout {
  let table: EntityTable
  let columns: [EntityTable.Column]
  /// The columns of to-one relationships.
  let links: [Link]
  /// Of these, those of one-to-one relationships.
  let pairs: [Link]
  /// The columns of to-one relationships without an inverse.
  let oneWayLinks: Set<Int>
  /// Each column with a member's position, and the column of the link that it orders.
  let places: [(column: Int, link: Int)]
  /// Columns whose bytes may differ for equal values: JSON and transformed attributes.
  let encoded: [Int]
  /// The columns that each save sets (``SaveStamp``).
  let stamped: Set<Int>
  let type: any PersistentModel.Type

  /// The column of a to-one relationship, with the root entity of its target.
  struct Link {
    let column: Int
    let relationship: ModelRelationship
    let target: EntityIndex

    /// The object that the relationship leads to.
    func object(in values: [ColumnValue]) -> ObjectGraph.ObjectKey? {
      guard case .integer(let key) = values[column] else { return nil }
      return ObjectGraph.ObjectKey(entity: target, key: key)
    }
  }

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
    links = entity.relationships.compactMap { relationship -> Link? in
      guard relationship.isToOne, let column = linkColumns[relationship.index],
        let target = graph.destination(of: relationship)
      else { return nil }
      return Link(
        column: column, relationship: relationship, target: graph.entities[target].root)
    }
    pairs = links.filter { $0.relationship.inverseIsToOne && $0.relationship.inverse != nil }
    oneWayLinks = Set(links.lazy.filter { $0.relationship.inverse == nil }.map(\.column))
  }

  /// A row of NULLs.
  var nothing: [ColumnValue] { [ColumnValue](repeating: .null, count: columns.count) }

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
    properties(columns.indices.filter { first[$0] != second[$0] })
  }

  func properties(_ columns: some Sequence<Int>) -> PropertySet {
    columns.reduce(into: PropertySet()) { $0.insert(self.columns[$1].property) }
  }

  /// An object that has a row's values.
  func make(_ values: [ColumnValue]) throws -> any PersistentModel {
    func decode<Model: PersistentModel>(_ type: Model.Type) throws -> any PersistentModel {
      var row = Row(
        Array(values.prefix(table.columns.count)), table: table.entity.name,
        present: PropertySet(first: table.entity.properties.count))
      return try Model._$make(&row)
    }
    let type: any PersistentModel.Type = type
    return try decode(type)
  }

  func name(of property: PropertyIndex) -> String { table.entity.properties[property].name }
}

// Equal values may be encoded as different bytes: JSON of a set has no fixed order, and a
// transformer may encrypt.
extension RowLayout {
  /// Replaces columns by those of `other` where both encode an equal value.
  func aligned(_ values: [ColumnValue], to other: [ColumnValue]) -> [ColumnValue] {
    var values = values
    for column in encoded where values[column] != other[column] {
      guard !values[column].isNull, !other[column].isNull else { continue }
      let property = columns[column].property
      guard let first = value(of: property, in: values),
        let second = value(of: property, in: other), isEqual(first, second)
      else { continue }
      values[column] = other[column]
    }
    return values
  }

  private func isEqual<Value: Equatable>(_ first: Value, _ second: any Equatable) -> Bool {
    (second as? Value) == first
  }

  /// A property's decoded value. Returns nil if the row can't be decoded or the value isn't
  /// `Equatable`. The caller then compares bytes.
  private func value(of property: PropertyIndex, in values: [ColumnValue]) -> (any Equatable)? {
    // Dropped: why the row can't be decoded. The comparison of bytes needs no value.
    guard let model = try? make(values) else { return nil }
    let path: AnyKeyPath = type._$entity.properties[property].keypath
    return model[keyPath: path] as? any Equatable
  }
}

// A to-one relationship without an inverse keeps the key of a deleted target in the store, and
// reads as nil.
extension RowLayout {
  /// The targets of to-one relationships without an inverse.
  func targets(_ values: [ColumnValue]) -> [ObjectGraph.ObjectKey] {
    links.filter { $0.relationship.inverse == nil }.compactMap { $0.object(in: values) }
  }

  /// The values that a program sees: links to objects that don't exist are nil.
  func seen(
    _ values: [ColumnValue], _ isThere: (ObjectGraph.ObjectKey) -> Bool
  ) -> [ColumnValue] {
    var values = values
    for link in links where link.relationship.inverse == nil {
      guard let object = link.object(in: values), !isThere(object) else { continue }
      values[link.column] = .null
    }
    return values
  }
}

/// The row layouts of all entities of a graph.
struct RowLayouts {
  private let layouts: [RowLayout]

  init(_ graph: ObjectGraph) {
    layouts = graph.entities.map { RowLayout($0, in: graph) }
  }

  subscript(_ entity: EntityIndex) -> RowLayout { layouts[entity] }
}

extension ObjectGraph {
  /// The rows whose to-one relationships lead to the given saved objects, by relationship, with one
  /// statement for each.
  func rows(
    leadingTo objects: some Sequence<ObjectKey>, _ layouts: RowLayouts,
    where condition: (ModelRelationship) -> Bool = { _ in true }
  ) throws -> [(entity: GraphEntity, link: RowLayout.Link, rows: [(key: Int64, target: Int64)])] {
    let objects = objects.filter { $0.key > 0 }
    var found: [(entity: GraphEntity, link: RowLayout.Link, rows: [(key: Int64, target: Int64)])] =
      []
    guard !objects.isEmpty else { return found }
    for entity in entities {
      let layout = layouts[entity.index]
      for link in layout.links
      where entity.declares(link.relationship) && condition(link.relationship) {
        let keys = objects.filter { $0.entity == link.target }.map(\.key)
        guard !keys.isEmpty else { continue }
        let name = layout.name(of: link.relationship.index)
        found.append(
          (entity, link, try reader.rows(of: entity.table, name, leadingTo: keys)))
      }
    }
    return found
  }

  /// Loads the objects of an entity that have some keys.
  func models(
    _ keys: some Sequence<Int64>, of entity: EntityIndex
  ) throws -> [any PersistentModel] {
    func read<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
      try readModels(type, keys: keys.sorted())
    }
    let type = entities[entity].type
    return try read(type)
  }

  /// The entity of a model's class. Every class in the context has one.
  func entity(of model: any PersistentModel) -> EntityIndex {
    knownIndex(of: type(of: model)) ?? model._$state.entity
  }

  func objectKey(of model: any PersistentModel) -> ObjectKey {
    objectKey(model, model._$state.key)
  }

  func objectKey(of entry: PendingState.Entry) -> ObjectKey { objectKey(entry.model, entry.key) }

  /// By class: the state of an object that was dropped meanwhile has no entity.
  private func objectKey(_ model: any PersistentModel, _ key: Int64) -> ObjectKey {
    ObjectKey(entity: entities[entity(of: model)].root, key: key)
  }
}

extension GraphEntity {
  /// True if the entity declares the relationship itself rather than inheriting it.
  func declares(_ relationship: ModelRelationship) -> Bool {
    relationship.index.rawValue >= (entity.superentity?.propertyCount ?? 0)
  }
}
