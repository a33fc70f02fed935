package import Foundation
@_spi(Query) package import StrataModel
import StrataObservation
import StrataPredicates
package import StrataQuery
package import StrataSchema
package import StrataStorage

/// A feature of saves: the properties that it sets in the rows that a save writes, and what it refuses.
///
/// A graph has those stages that its classes need, in the order of ``SaveStages/all``. A save sets the properties before
/// it begins. It asks for the faults inside its transaction, when it has merged what others have saved, and throws all
/// of them together.
package protocol SaveStage: Sendable {
  /// The properties of an entity that it sets in the rows that a save writes. None unless implemented.
  static func stamps(of table: EntityTable) -> [SaveStamp]

  /// Creates the stage of a graph, which asks it for faults, or returns nil if there is nothing to ask. The properties
  /// of ``stamps(of:)`` are set in either case.
  init?(_ entities: [GraphEntity])

  /// The reasons why a graph's changes can't be saved. None unless implemented.
  ///
  /// Change nothing: a save asks in each attempt, and again when it has merged further saves. A child context's save asks
  /// as well, before its parent's does.
  ///
  /// - Parameter others: Objects that it passes over.
  /// - Throws: What keeps it from finding out.
  func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError]
}

extension SaveStage {
  package static func stamps(of table: EntityTable) -> [SaveStamp] { [] }

  package func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError] { [] }
}

/// The stages of a save.
package enum SaveStages {
  /// All stages, in their order. The writing itself checks unique values (``UniqueResolver``).
  static let all: [any SaveStage.Type] = [
    Timestamps.self, DeleteRules.self, RelationshipLimits.self, Validation.self,
  ]

  /// Further stages, which follow the others. Tests set them before they create a container.
  @TaskLocal package static var further: [any SaveStage.Type] = []

  /// The stages that some entities need.
  static func stages(of entities: [GraphEntity]) -> [any SaveStage] {
    (all + further).compactMap { $0.init(entities) }
  }

  /// The properties of an entity that the stages set.
  static func stamps(of table: EntityTable) -> [SaveStamp] {
    (all + further).flatMap { $0.stamps(of: table) }
  }
}

/// The circumstances of a save, which are the same for all of its objects and stores.
package struct SaveOccasion: Sendable {
  package let time: Date
  package let author: String?

  package init(time: Date = .now, author: String?) {
    self.time = time
    self.author = author
  }
}

/// A property that saves set: an attribute with one column.
///
/// A change of such a property alone is none: no save writes a row for it, it conflicts with no other save, and an undo
/// leaves it.
package struct SaveStamp: Sendable {
  /// The rows in which a save sets it.
  package enum Rows: Sendable {
    /// New rows, unless the object has a value of its own.
    case inserted
    /// All rows that the save inserts or updates.
    case written
  }

  package let property: PropertyIndex
  package let rows: Rows
  /// Makes the column of its value, which all objects of the class get in a save.
  package let values: @Sendable (SaveOccasion) throws -> [ColumnValue]

  package init(
    _ property: PropertyIndex, of rows: Rows,
    values: @escaping @Sendable (SaveOccasion) throws -> [ColumnValue]
  ) {
    (self.property, self.rows, self.values) = (property, rows, values)
  }
}

extension ObjectGraph {
  /// Sets the properties of the objects that a save would write (``SaveStamp``).
  ///
  /// O(number of unsaved changes), if any class has such a property.
  ///
  /// - Throws: `ModelError` and `StorageError`, which can't happen for a property that fits its stage.
  package func setStamps(_ occasion: SaveOccasion) throws {
    guard hasStamps else { return }
    self.occasion = occasion
    verifyArrays()
    try setStamps()
  }

  /// Sets those of objects that have changed since.
  func setStamps() throws {
    guard hasStamps, let occasion else { return }
    dropStaleInserts()
    // Most saves write objects of few entities.
    var known: [EntityIndex: [[ColumnValue]]] = [:]
    func values(_ entity: GraphEntity) throws -> [[ColumnValue]] {
      if let values = known[entity.index] { return values }
      let values = try entity.stamps.map { try $0.values(occasion) }
      known[entity.index] = values
      return values
    }
    for model in pending.inserted {
      let entity = entities[model._$state.entity]
      for (stamp, values) in zip(entity.stamps, try values(entity)) {
        try set(stamp, of: model, values)
      }
    }
    for model in pending.changed where !model._$state.flags.contains(.deleted) {
      let entity = entities[model._$state.entity]
      guard !entity.stamped.isEmpty else { continue }
      var written = writtenProperties(of: model)
      written.formIntersection(entity.rowProperties)
      // Properties that a failed save has set are no changes.
      written.subtract(entity.stamped)
      guard !written.isEmpty else { continue }
      for (stamp, values) in zip(entity.stamps, try values(entity)) where stamp.rows == .written {
        try set(stamp, of: model, values)
      }
    }
  }

  private func set(
    _ stamp: SaveStamp, of model: any PersistentModel, _ values: [ColumnValue]
  ) throws {
    let name = type(of: model)._$entity.properties[stamp.property].name
    let present = try model.columnValues(forKey: name)
    guard present != values else { return }
    if stamp.rows == .inserted, !present.allSatisfy(\.isNull) {
      // A required date has this value until it is set.
      guard try present == StoredValue.encode(Date.distantPast) else { return }
    }
    // While the object has the value from before.
    model._$recordChange(of: stamp.property)
    try model.setColumnValues(values, forKey: name)
  }

  /// Asks all stages for their faults, and throws them together.
  func checkStages(passingOver others: Set<ObjectIdentifier> = []) throws {
    try throwTogether(stages.flatMap { try $0.faults(in: self, passingOver: others) })
  }

  /// Throws errors, several as one.
  func throwTogether(_ errors: [StackError]) throws {
    guard let first = errors.first else { return }
    throw errors.count == 1 ? first : StackError.several(errors)
  }

  /// Loads a relationship that a save needs for its checks.
  package func loadForSave(_ model: any PersistentModel, _ relationship: ModelRelationship) throws {
    func load(_ model: some PersistentModel) throws {
      do {
        try reading { try self.load(model, relationship) }
      } catch {
        throw unreadable(model, relationship.index, error)
      }
    }
    try load(model)
  }
}

extension GraphEntity {
  /// The assignments that an UPDATE of rows adds, for statements that write no objects.
  ///
  /// - Parameter given: The properties that it sets itself, which have the last word.
  package func stampAssignments(
    _ occasion: SaveOccasion, besides given: PropertySet
  ) throws -> [(property: PropertyIndex, assignment: QueryAssignment)] {
    try stamps.compactMap { stamp in
      guard stamp.rows == .written, !given.contains(stamp.property) else { return nil }
      return try assignment(of: stamp.values(occasion), to: stamp.property)
        .map { (stamp.property, $0) }
    }
  }

  /// The assignment of a value to an attribute with one column.
  package func assignment(
    of values: [ColumnValue], to property: PropertyIndex
  ) -> QueryAssignment? {
    guard let value = values.first,
      let column = table.columns.first(where: { $0.property == property })
    else { return nil }
    return QueryAssignment(
      entity.properties[property].name, column.description, .constant(value))
  }
}
