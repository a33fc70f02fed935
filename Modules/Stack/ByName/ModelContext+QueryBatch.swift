internal import StrataModel
internal import StrataPredicates
public import StrataQuery
internal import StrataSchema
internal import StrataStorage

// Many objects changed at once, by the name of an entity; see `ModelContext+Batch`.
extension ModelContext {
  /// Changes properties of all saved objects that a query finds, at once and in the store.
  ///
  /// - Returns: How many objects the query found.
  /// - Throws: ``StackError/unknownModel(_:)``, ``ModelError/unknownProperty(entity:property:)``;
  ///   otherwise as ``update(_:where:_:)``. Nothing was changed then.
  @discardableResult
  public func update(_ query: Query, _ assignments: [QueryAssignment]) throws -> Int {
    func update<T: PersistentModel>(_ type: T.Type) throws -> Int {
      publish(
        try graph(of: type).update(
          type, query, try PropertyUpdate<T>.all(of: assignments), author: author, contextName: name
        ))
    }
    return try update(try modelType(query.entity))
  }

  /// Deletes all saved objects that a query finds, at once and in the store, with the delete rules of
  /// their relationships.
  ///
  /// - Returns: How many objects the query found; what went along with them isn't counted.
  /// - Throws: ``StackError/unknownModel(_:)``; otherwise as ``delete(_:where:)``. Nothing was deleted
  ///   then.
  @discardableResult
  public func delete(_ query: Query) throws -> Int {
    func delete<T: PersistentModel>(_ type: T.Type) throws -> Int {
      publish(try graph(of: type).delete(type, query, author: author, contextName: name))
    }
    return try delete(try modelType(query.entity))
  }
}

extension PropertyUpdate {
  /// Assignments to columns, gathered by property: a part that nothing is assigned to stays.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``, or why a value can't be stored.
  static func all(of assignments: [QueryAssignment]) throws -> [PropertyUpdate] {
    var names: [String] = []
    for assignment in assignments where !names.contains(assignment.property) {
      names.append(assignment.property)
    }
    return try names.map { name in
      guard let property = Model._$entity.properties.first(where: { $0.name == name }) else {
        throw ModelError.unknownProperty(entity: Model._$entity.name, property: name)
      }
      let own = assignments.filter { $0.property == name }
      if case .attribute(let type, let columns, _, _) = property.kind {
        try check(own, type, columns)
      }
      return PropertyUpdate(property.keypath) { columns in
        try columns.map { column in
          let assignment = own.first { $0.column.part == column.part }
          return try assignment.map { try Self.value($0.value, of: column, property) }
            ?? .column(column.name(of: name))
        }
      }
    }
  }

  private static func value(
    _ value: QueryAssignment.Value, of column: ColumnDescription,
    _ property: Schema.PropertyMetadata
  ) throws -> ColumnAssignment.Value {
    switch value {
    case .constant(let constant): return .constant(constant)
    case .column(let property, let source): return .column(source.name(of: property))
    case .sum(let number):
      guard case .attribute(let type, _, _, _) = property.kind else { return .constant(.null) }
      return .sum(number, .init(column), range(of: ValueForm.unwrapped(type)))
    }
  }

  /// Tries whether constants make a value; what depends on the row is the store's to check.
  private static func check(
    _ assignments: [QueryAssignment], _ type: any Any.Type, _ columns: [ColumnDescription]
  ) throws {
    var values: [ColumnValue] = []
    for column in columns {
      guard
        case .constant(let value)? = assignments.first(where: { $0.column.part == column.part })?
          .value
      else { return }
      values.append(value)
    }
    func decode<Value>(_ type: Value.Type) throws {
      _ = try StoredValue.decode(values, as: type, table: Model._$entity.name)
    }
    try decode(type)
  }
}
