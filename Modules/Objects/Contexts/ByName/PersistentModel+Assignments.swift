import StrataGraph
internal import Foundation
@_spi(Query) public import StrataModel
public import StrataQuery
internal import StrataSchema
internal import StrataStorage

extension PersistentModel {
  /// Applies the assignments of a batch update to this object.
  ///
  /// All assignments read the values from before the call.
  ///
  /// - Throws: `ModelError.unknownProperty(entity:property:)`.
  ///   ``StackError/invalidValue(object:property:reason:)`` for a sum that the property can't
  ///   represent. `StorageError.invalidValue` if columns form no valid value. Attributes before the
  ///   invalid one have changed then.
  @_spi(Query) public func setValues(_ assignments: [QueryAssignment]) throws {
    var changed: [(name: String, columns: [ColumnValue])] = []
    for assignment in assignments {
      let name = assignment.property
      let earlier = changed.firstIndex { $0.name == name }
      var columns = try earlier.map { changed[$0].columns } ?? columnValues(forKey: name)
      guard let index = Swift.type(of: self).index(of: assignment.column, name),
        columns.indices.contains(index)
      else {
        throw ModelError.unknownProperty(entity: Swift.type(of: self)._$entity.name, property: name)
      }
      columns[index] = try value(assignment)
      if let earlier { changed[earlier].columns = columns } else { changed.append((name, columns)) }
    }
    for (name, columns) in changed { try setColumnValues(columns, forKey: name) }
  }

  private static func index(of column: ColumnDescription, _ property: String) -> Int? {
    guard let found = _$entity.properties.first(where: { $0.name == property }),
      case .attribute(_, let columns, _, _) = found.kind
    else { return nil }
    return columns.firstIndex { $0.part == column.part }
  }

  private func value(_ assignment: QueryAssignment) throws -> ColumnValue {
    switch assignment.value {
    case .constant(let value): return value
    case .column(let property, let column): return try value(of: column, property)
    case .sum(let number, _):
      let kind = AggregateValue.Kind(assignment.column)
      let old = try AggregateValue(value(of: assignment.column, assignment.property), kind)
      guard let sum = try old.adding(AggregateValue(number, kind))?.column(kind) else {
        throw StackError.invalidValue(
          object: persistentModelID, property: assignment.property,
          reason: "the sum doesn't fit its type")
      }
      return sum
    }
  }

  private func value(of column: ColumnDescription, _ property: String) throws -> ColumnValue {
    let values = try columnValues(forKey: property)
    guard let index = Swift.type(of: self).index(of: column, property),
      values.indices.contains(index)
    else {
      throw ModelError.unknownProperty(
        entity: Swift.type(of: self)._$entity.name, property: property)
    }
    return values[index]
  }
}

extension AggregateValue {
  /// The sum of two numbers of the same kind. The sum with `none` is `none`.
  fileprivate func adding(_ other: AggregateValue) -> AggregateValue? {
    switch (self, other) {
    case (.none, _): return AggregateValue.none
    case (.integer(let lhs), .integer(let rhs)): return .integer(lhs + rhs)
    case (.real(let lhs), .real(let rhs)): return .real(lhs + rhs)
    case (.decimal(let lhs), .decimal(let rhs)):
      let sum = lhs + rhs
      return sum.isNaN ? nil : .decimal(sum)
    default: return nil
    }
  }
}
