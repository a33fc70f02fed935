import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

/// The position of a property, looked up by name once for each class.
struct PropertyPosition {
  private let name: String
  private var entity: _ModelEntity?
  private(set) var index = PropertyIndex(0)

  init(_ name: String) { self.name = name }

  /// Looks up the property for a class, and returns true if the class differs from the previous
  /// one.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``.
  mutating func moves(to entity: _ModelEntity) throws -> Bool {
    guard entity !== self.entity else { return false }
    guard let found = entity.properties.first(where: { $0.name == name }) else {
      throw ModelError.unknownProperty(entity: entity.name, property: name)
    }
    self.entity = entity
    index = found.index
    return true
  }
}

/// Reads one column of objects, in its stored form and without observation.
final class ColumnReader {
  private let part: String
  private var position: PropertyPosition
  private var offset: Int?

  init(_ column: QueryExpression.ColumnReference) {
    part = column.description.part
    position = PropertyPosition(column.property)
  }

  /// - Throws: The error that prevents the value from being stored, except for NaN, which is NULL
  ///   in SQL.
  func value(of model: any PersistentModel) throws -> ColumnValue {
    let entity = type(of: model)._$entity
    if try position.moves(to: entity) {
      offset =
        if case .attribute(_, let columns, _, _) = entity.properties[position.index].kind {
          columns.firstIndex { $0.part == part }
        } else {
          nil
        }
    }
    var binder = Binder(recording: PropertySet(position.index))
    do {
      try model._$bind(&binder)
    } catch UnstorableValue.notANumber {
      return .null
    }
    guard let offset, binder.values.indices.contains(offset) else { return .null }
    return binder.values[offset]
  }
}

/// Reads the objects that a relationship leads to, without observation.
final class RelationshipReader {
  private var position: PropertyPosition

  init(_ name: String) { position = PropertyPosition(name) }

  /// - Throws: `StackError.unreadable` if it can't be read completely.
  func objects(of model: any PersistentModel) throws -> [any PersistentModel] {
    _ = try position.moves(to: type(of: model)._$entity)
    guard let graph = model._$state.modelGraph,
      let relationship = type(of: model)._$entity.relationships[position.index]
    else { return model._$related(position.index) }
    try graph.loadForSave(model, relationship)
    var read = ReadTargets()
    model._$visit(position.index, &read)
    return read.objects
  }
}
