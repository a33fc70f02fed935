import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// The changed properties that are stored in the object's own row or links.
  func writtenProperties(of model: any PersistentModel) -> PropertySet {
    var properties = model._$state.changed
    properties.subtract(entities[model._$state.entity].memberKept)
    return properties
  }

  /// The values of some properties or of all, in the order of ``EntityTable/storedColumns``.
  func values(of model: any PersistentModel, _ properties: PropertySet?) throws -> [ColumnValue] {
    let entity = entities[model._$state.entity]
    return try describing(model) { property in
      var binder = Binder(
        recording: properties ?? PropertySet(first: entity.entity.propertyCount),
        count: entity.table.columns.count + entity.table.positions.count)
      defer { property = binder.lastProperty }
      try model._$bind(&binder)
      binder.bindPositions(of: entity.table)
      return binder.values
    }
  }

  /// Runs a body and adds the object and the property to errors about its values.
  ///
  /// - Throws: ``UniqueViolation`` if another row has the same unique values.
  func describing<Result>(
    _ model: any PersistentModel, _ body: (_ property: inout PropertyIndex) throws -> Result
  ) throws -> Result {
    var property = PropertyIndex(0)
    do {
      return try body(&property)
    } catch StorageError.constraint(let constraint)
      where constraint.kind == .unique
      && constraint.table == entities[model._$state.entity].table.name
    {
      throw UniqueViolation()
    } catch let error as StorageError {
      throw error
    } catch {
      throw StackError.invalidValue(
        object: model.persistentModelID,
        property: type(of: model)._$entity.properties[property].name, reason: "\(error)")
    }
  }
}
