import StrataModel
import StrataQuery
import StrataSchema
import StrataSQLite

/// Finds a property in objects of one class after the other.
struct PropertyPlace {
  private let name: String
  private var entity: ModelEntity?
  private(set) var index = PropertyIndex(0)

  init(_ name: String) { self.name = name }

  /// Whether objects of a class have the property elsewhere than those before.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``.
  mutating func moves(to entity: ModelEntity) throws -> Bool {
    guard entity !== self.entity else { return false }
    guard let found = entity.properties.first(where: { $0.name == name }) else {
      throw ModelError.unknownProperty(entity: entity.name, property: name)
    }
    self.entity = entity
    index = found.index
    return true
  }
}

/// Reads one column of objects as the store would keep it, past observation.
final class ColumnReader {
  private let part: String
  private var place: PropertyPlace
  private var offset: Int?

  init(_ column: QueryExpression.ColumnReference) {
    part = column.description.part
    place = PropertyPlace(column.property)
  }

  /// - Throws: what keeps the value from being stored, but for NaN, which is no value to SQL.
  func value(of model: any PersistentModel) throws -> ColumnValue {
    let entity = type(of: model)._$entity
    if try place.moves(to: entity) {
      offset =
        if case .attribute(_, let columns, _, _) = entity.properties[place.index].kind {
          columns.firstIndex { $0.part == part }
        } else {
          nil
        }
    }
    var binder = Binder(recording: PropertySet(place.index))
    do {
      try model._$bind(&binder)
    } catch UnstorableValue.notANumber {
      return .null
    }
    guard let offset, binder.values.indices.contains(offset) else { return .null }
    return binder.values[offset]
  }
}

/// Reads what a relationship of objects leads to, past observation.
final class RelationshipReader {
  private var place: PropertyPlace

  init(_ name: String) { place = PropertyPlace(name) }

  /// - Throws: `StackError.unreadable` where it can't be read whole.
  func objects(of model: any PersistentModel) throws -> [any PersistentModel] {
    _ = try place.moves(to: type(of: model)._$entity)
    guard let graph = model._$state.modelGraph,
      let relationship = type(of: model)._$entity.relationships[place.index]
    else { return model._$related(place.index) }
    try graph.loadForSave(model, relationship)
    var read = ReadTargets()
    model._$visit(place.index, &read)
    return read.objects
  }
}
