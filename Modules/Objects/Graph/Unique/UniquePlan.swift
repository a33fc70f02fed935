import Foundation
import StrataModel
import StrataSchema
import StrataStorage

/// Precomputed metadata of an entity for resolving conflicts of unique values, created once per
/// save that needs it.
final class UniquePlan {
  let entity: EntityIndex
  let name: String
  let table: EntityTable
  let columns: [EntityTable.Column]
  let groups: [UniqueGroup]
  /// The properties that are in a group.
  let properties: PropertySet
  /// All properties.
  let all: PropertySet
  /// The to-one relationships in unique groups. Their targets have to be resolved first.
  let relationships: [ModelRelationship]
  /// True if the entity has no relationships.
  let isAlone: Bool
  /// The target entity of each column, nil for a column that is no link.
  let destinations: [EntityIndex?]
  let hasDestinations: Bool
  /// For each column, true if it is the end of a one-to-one relationship.
  let isOneToOne: [Bool]
  /// The properties that may have a value without being set.
  private let tentative: [Tentative]
  /// The properties that are always set.
  private let assigned: PropertySet
  /// The properties that each save sets which writes the row, and those that it sets in new rows alone.
  let stamped: PropertySet
  private let initiallyStamped: PropertySet
  private let deletedAt: PropertyIndex?
  private let store: UUID
  private let entityNames: [String]

  /// A property whose value in a new object may be its default.
  private struct Tentative {
    let property: PropertyIndex
    let columns: [Int]
    let isRelationship: Bool
    /// The declared initial value, nil if each evaluation gives a different one, such as the date.
    let initial: [ColumnValue]?
  }

  init(_ index: EntityIndex, in graph: ObjectGraph) {
    entity = index
    let entity = graph.entities[index]
    let table = entity.table
    name = entity.name
    self.table = table
    columns = table.storedColumns
    groups = table.uniqueColumnGroups
    var properties = PropertySet()
    for property in groups.flatMap(\.properties) { properties.insert(property) }
    self.properties = properties
    all = PropertySet(first: entity.entity.propertyCount)
    relationships = entity.relationships.filter {
      $0.isToOne && properties.contains($0.index)
    }
    isAlone = entity.relationships.isEmpty
    let relations = entity.entity.relationships
    let linkColumns = table.columns.count
    destinations = columns.enumerated().map { position, column in
      guard position < linkColumns, let relationship = relations[column.property] else {
        return nil
      }
      return graph.destination(of: relationship)
    }
    hasDestinations = destinations.contains { $0 != nil }
    isOneToOne = columns.enumerated().map { position, column in
      position < linkColumns && relations[column.property]?.inverseIsToOne ?? false
    }
    // A second evaluation detects initial values that vary, such as the current date.
    let initialValues = entity.entity.properties.map(\.initialColumns)
    let laterValues = entity.entity.metadataNow.map(\.initialColumns)
    var assigned = PropertySet()
    var tentative: [Tentative] = []
    for metadata in entity.entity.properties {
      let property = metadata.index
      let own = table.columns.indices.filter { table.columns[$0].property == property }
      switch metadata.kind {
      case .relationship:
        tentative.append(
          Tentative(property: property, columns: own, isRelationship: true, initial: nil))
      case .attribute:
        guard let initial = initialValues[property] else {
          assigned.insert(property)
          continue
        }
        let isVarying =
          laterValues.indices.contains(property.rawValue) && laterValues[property] != initial
        tentative.append(
          Tentative(
            property: property, columns: own, isRelationship: false,
            initial: isVarying ? nil : initial))
      }
    }
    self.assigned = assigned
    self.tentative = tentative
    (stamped, deletedAt) = (entity.stamped, entity.deletedAt)
    initiallyStamped = entity.stamps.reduce(into: PropertySet()) {
      if $1.rows == .inserted { $0.insert($1.property) }
    }
    store = graph.store.identifier
    entityNames = graph.entities.map(\.name)
  }

  /// True if an object may have properties that weren't set.
  var hasTentative: Bool { !tentative.isEmpty || !initiallyStamped.isEmpty }

  /// The properties of a new object that count as set by ``UniqueConflictPolicy/upsert``.
  func setProperties(of model: any PersistentModel, _ values: [ColumnValue]) -> PropertySet {
    guard !tentative.isEmpty || !initiallyStamped.isEmpty else { return assigned }
    var result = assigned
    let changed = model._$state.changed
    for each in tentative {
      let isSet =
        if each.isRelationship {
          each.columns.contains { !values[$0].isNull }
        } else if changed.contains(each.property) {
          true
        } else if let initial = each.initial {
          !zip(each.columns, initial).allSatisfy { values[$0].isIdentical(to: $1) }
        } else {
          false
        }
      if isSet { result.insert(each.property) }
    }
    // The row was inserted earlier, and the new object isn't deleted.
    result.subtract(initiallyStamped)
    if let deletedAt { result.insert(deletedAt) }
    return result
  }

  /// The subset of a row's values that belongs to a unique group.
  func values(of group: Int, _ values: [ColumnValue]) -> [ColumnValue] {
    groups[group].columns.map { values[$0] }
  }

  /// Describes the conflict of an object with an existing row.
  ///
  /// - Parameter values: The values of the group's columns.
  func conflict(
    _ group: Int, _ key: Int64, _ existing: RowReference, _ values: [ColumnValue]
  ) -> UniqueConflict {
    let group = groups[group]
    let texts = zip(group.columns, values).map { column, value in
      if let destination = destinations[column], case .integer(let target) = value {
        return "\(identifier(entityNames[destination], target))"
      }
      return "\(value)"
    }
    return UniqueConflict(
      object: identifier(name, key), existing: identifier(existing.entity, existing.key),
      properties: group.properties.map { table.entity.properties[$0].name }, values: texts)
  }

  private func identifier(_ entity: String, _ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(store: store, entity: entity, key: key)
  }
}

extension Schema.PropertyMetadata {
  /// The columns of an attribute's declared initial value, NULL for an optional without one, or nil
  /// if it has none.
  fileprivate var initialColumns: [ColumnValue]? {
    guard case .attribute(_, let columns, _, let defaults) = kind else { return nil }
    if let defaults { return defaults }
    return columns.allSatisfy(\.isOptional) ? columns.map { _ in .null } : nil
  }
}

extension ColumnValue {
  /// True if SQLite finds the values equal. It compares texts by their bytes.
  fileprivate func isIdentical(to other: ColumnValue) -> Bool {
    if case .text(let lhs) = self, case .text(let rhs) = other {
      return lhs.utf8.elementsEqual(rhs.utf8)
    }
    return self == other
  }
}
