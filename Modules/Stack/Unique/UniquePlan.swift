import StrataModel
import StrataSchema
import StrataStorage

/// What of an entity matters when unique values meet, found out once for a save that needs it.
struct UniquePlan {
  let table: EntityTable
  let columns: [EntityTable.Column]
  let groups: [UniqueGroup]
  /// The properties that are in a group.
  let properties: PropertySet
  /// The to-one relationships among them: what they lead to has to be settled first.
  let relationships: [ModelRelationship]
  /// By column: the entity that it leads to; -1 where it is no link.
  let destinations: [Int]
  /// By column: whether it is the end of a one-to-one relationship.
  let isOneToOne: [Bool]
  /// By property: the declared initial value; nil where there is none.
  private let initialValues: [[ColumnValue]?]
  /// The properties whose initial value is another one each time, such as the date.
  private let varying: PropertySet

  init(_ entity: GraphEntity, in graph: ObjectGraph) {
    table = entity.table
    columns = table.storedColumns
    groups = table.uniqueColumnGroups
    var properties = PropertySet()
    for property in groups.flatMap(\.properties) { properties.insert(property) }
    self.properties = properties
    relationships = entity.relationships.filter {
      $0.isToOne && properties.contains($0.index)
    }
    let relations = entity.entity.relationships
    let linkColumns = table.columns.count
    destinations = columns.enumerated().map { position, column in
      guard position < linkColumns, let relationship = relations[column.property] else { return -1 }
      return (try? graph.index(of: relationship.destination)) ?? -1
    }
    isOneToOne = columns.enumerated().map { position, column in
      position < linkColumns && relations[column.property]?.inverseIsToOne ?? false
    }
    initialValues = entity.entity.properties.map(\.initialColumns)
    var varying = PropertySet()
    // Evaluated anew, some time after the first.
    for (index, property) in entity.type.schemaMetadata.enumerated()
    where property.initialColumns != initialValues[index] { varying.insert(index) }
    self.varying = varying
  }

  /// The properties of a new object that were set, as ``UniqueConflictPolicy/upsert`` has it.
  func setProperties(of model: any PersistentModel, _ values: [ColumnValue]) -> PropertySet {
    var result = PropertySet()
    for (index, property) in type(of: model)._$entity.properties.enumerated() {
      let own = table.columns.indices.filter { table.columns[$0].property == index }
      switch property.kind {
      case .relationship:
        if own.contains(where: { !values[$0].isNull }) { result.insert(index) }
      case .attribute:
        let isAssigned =
          model._$state.changed.contains(index) || initialValues[index] == nil
        let differs =
          !varying.contains(index)
          && !zip(own, initialValues[index] ?? []).allSatisfy { values[$0].isIdentical(to: $1) }
        if isAssigned || differs { result.insert(index) }
      }
    }
    return result
  }
}

extension Schema.PropertyMetadata {
  /// The columns of an attribute's declared initial value; NULL for an optional one without.
  fileprivate var initialColumns: [ColumnValue]? {
    guard case .attribute(_, let columns, _, let defaults) = kind else { return nil }
    if let defaults { return defaults }
    return columns.allSatisfy(\.isOptional) ? columns.map { _ in .null } : nil
  }
}

extension ColumnValue {
  /// Whether SQLite would find no difference: texts are compared by their bytes.
  func isIdentical(to other: ColumnValue) -> Bool {
    if case .text(let lhs) = self, case .text(let rhs) = other {
      return lhs.utf8.elementsEqual(rhs.utf8)
    }
    return self == other
  }
}
