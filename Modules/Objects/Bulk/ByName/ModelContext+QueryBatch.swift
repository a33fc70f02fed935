internal import StrataModel
internal import StrataPredicates
public import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
public import StrataContexts

// Batches by entity name, for queries that are parsed from text. See `ModelContext+Batch`.
extension ModelContext {
  /// Updates properties of all saved objects that match a query, at once and in the store.
  ///
  /// - Returns: The number of objects that match the query.
  /// - Throws: `StackError.unknownModel`, `ModelError.unknownProperty`. Otherwise as
  ///   ``batchUpdate(_:where:_:)``. Nothing has changed then.
  @discardableResult
  @_spi(Query) public func batchUpdate(_ query: Query, _ assignments: [QueryAssignment]) throws
    -> Int
  {
    func update<T: PersistentModel>(_ type: T.Type) throws -> Int {
      let graph = try writableGraph(of: type)
      return publish(
        try graph.update(
          type, graph.scoped(query), try T.checked(assignments), author: author, contextName: name))
    }
    return try update(try modelType(query.entity))
  }

  /// Deletes all saved objects that match a query, at once and in the store, with their delete
  /// rules.
  ///
  /// - Returns: The number of objects that match the query, without those deleted by cascades.
  /// - Throws: `StackError.unknownModel`. Otherwise as ``batchDelete(_:where:)``. Nothing has been
  ///   deleted then.
  @discardableResult
  @_spi(Query) public func batchDelete(_ query: Query) throws -> Int {
    func delete<T: PersistentModel>(_ type: T.Type) throws -> Int {
      let graph = try writableGraph(of: type)
      return publish(
        try graph.delete(type, graph.scoped(query), author: author, contextName: name))
    }
    return try delete(try modelType(query.entity))
  }
}

extension PersistentModel {
  /// Checks assignments against the class, and adds the valid range of sums.
  ///
  /// - Throws: `ModelError.unknownProperty`, `StackError.unsupportedUpdate`, or the error of
  ///   encoding a value.
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

  /// Checks that constants form a valid value. The store checks what depends on the row.
  private static func check(
    _ assignments: [QueryAssignment], _ property: Schema.PropertyMetadata
  ) throws {
    // A class-less entity describes a composite value by its parts only, without a type to decode.
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
  /// The range of integers that a column of the property accepts, or nil for all.
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
