internal import StrataModel
internal import StrataPredicates
public import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
public import StrataStack

// Many objects changed at once, by the name of an entity; see `ModelContext+Batch`.
extension ModelContext {
  /// Changes properties of all saved objects that a query finds, at once and in the store.
  ///
  /// - Returns: How many objects the query found.
  /// - Throws: `StackError.unknownModel`, `ModelError.unknownProperty`;
  ///   otherwise as ``update(_:where:_:)``. Nothing was changed then.
  @discardableResult
  public func update(_ query: Query, _ assignments: [QueryAssignment]) throws -> Int {
    func update<T: PersistentModel>(_ type: T.Type) throws -> Int {
      publish(
        try graph(of: type).update(
          type, query, try T.checked(assignments), author: author, contextName: name))
    }
    return try update(try modelType(query.entity))
  }

  /// Deletes all saved objects that a query finds, at once and in the store, with the delete rules of
  /// their relationships.
  ///
  /// - Returns: How many objects the query found; what went along with them isn't counted.
  /// - Throws: `StackError.unknownModel`; otherwise as ``delete(_:where:)``. Nothing was deleted
  ///   then.
  @discardableResult
  public func delete(_ query: Query) throws -> Int {
    func delete<T: PersistentModel>(_ type: T.Type) throws -> Int {
      publish(try graph(of: type).delete(type, query, author: author, contextName: name))
    }
    return try delete(try modelType(query.entity))
  }
}

extension PersistentModel {
  /// Assignments whose properties, columns and constants fit the class, with the ranges of sums.
  ///
  /// - Throws: `ModelError.unknownProperty`, `StackError.unsupportedUpdate`, or
  ///   why a value can't be stored.
  fileprivate static func checked(
    _ assignments: [QueryAssignment]
  ) throws -> [QueryAssignment] {
    let checked = try assignments.map { assignment in
      let (property, column) = try column(assignment.column, of: assignment.property)
      switch assignment.value {
      case .constant: return QueryAssignment(property.name, column, assignment.value)
      case .column(let other, let source):
        let (other, source) = try Self.column(source, of: other)
        return QueryAssignment(property.name, column, .column(property: other.name, source))
      case .sum(let number, let range):
        guard AggregateValue.Kind(column) != .other else {
          throw StackError.unsupportedUpdate(
            "\(_$entity.name).\(property.name) has no number in the store to add to")
        }
        return QueryAssignment(
          property.name, column, .sum(number, within: range ?? property.range(of: column)))
      }
    }
    for property in _$entity.properties {
      try check(checked.filter { $0.property == property.name }, property)
    }
    return checked
  }

  private static func column(
    _ column: ColumnDescription, of name: String
  ) throws -> (Schema.PropertyMetadata, ColumnDescription) {
    guard let property = _$entity.properties.first(where: { $0.name == name }) else {
      throw ModelError.unknownProperty(entity: _$entity.name, property: name)
    }
    let columns = try property.updatableColumns(of: _$entity)
    guard let found = columns.first(where: { $0.part == column.part }) else {
      throw ModelError.unknownProperty(
        entity: _$entity.name, property: "\(name).\(column.part)")
    }
    return (property, found)
  }

  /// Tries whether constants make a value; what depends on the row is the store's to check.
  private static func check(
    _ assignments: [QueryAssignment], _ property: Schema.PropertyMetadata
  ) throws {
    // Who describes a value by its parts has no type that is made of them.
    guard !assignments.isEmpty, !_$entity.isDescribed,
      case .attribute(let type, let columns, _, _) = property.kind
    else { return }
    var values: [ColumnValue] = []
    for column in columns {
      guard
        case .constant(let value)? = assignments.first(where: { $0.column.part == column.part })?
          .value
      else { return }
      values.append(value)
    }
    func decode<Value>(_ type: Value.Type) throws {
      _ = try StoredValue.decode(values, as: type, table: _$entity.name)
    }
    try decode(type)
  }
}

extension Schema.PropertyMetadata {
  /// The integers that a column of the property may have; nil for any.
  fileprivate func range(of column: ColumnDescription) -> ClosedRange<Int64>? {
    guard case .attribute(let type, let columns, _, _) = kind else { return nil }
    let value = ValueForm.unwrapped(type)
    guard let composite = value as? any CompositeColumnRepresentable.Type else {
      return StoredValue.range(of: value)
    }
    return columns.firstIndex { $0.part == column.part }
      .flatMap { composite.partType(ofColumn: $0) }.flatMap { StoredValue.range(of: $0) }
  }
}
