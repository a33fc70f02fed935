internal import Foundation
import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage
internal import StrataContexts

// Translation of key paths into values of a grouped query.
extension PersistentModel {
  /// The grouped query's value for a key path: a column or an object.
  ///
  /// - Throws: `StackError.unsupportedAggregate`.
  static func groupValue(
    at keyPath: AnyKeyPath, of type: any Any.Type
  ) throws -> GroupedQuery.Value {
    if let found = identifier(keyPath) { return found }
    let words = _$entity.words(for: ComputedValue.at(keyPath)?.keyPath ?? keyPath)
    if let property = _$entity.property(at: keyPath), property.isTransformed {
      throw StackError.unsupportedAggregate("\(words), which a transformer makes data of")
    }
    let subject: PredicateTranslator.Subject
    do {
      subject = try PredicateTranslator().property(of: .object(QueryPath(), _$entity), keyPath)
    } catch {
      // Not a persisted property, or one that the store doesn't contain.
      let isEphemeral = _$entity.property(at: keyPath)?.isEphemeral ?? false
      throw StackError.unsupportedAggregate(words + (isEphemeral ? ", which is ephemeral" : ""))
    }
    switch subject {
    case .object(let path, let entity): return .object(path, entity: entity.name)
    case .value(let expression):
      let columns = StoredValue.columns(of: type)
      guard columns.count == 1, let column = columns.first else {
        throw StackError.unsupportedAggregate("\(words), which has several columns")
      }
      return .column(expression, column)
    default: throw StackError.unsupportedAggregate(words)
    }
  }

  /// Checks that equal values of a type have equal columns, as grouping requires.
  ///
  /// - Throws: `StackError.unsupportedAggregate` if they may differ.
  static func checkEquality(of type: any Any.Type, _ keyPath: AnyKeyPath) throws {
    guard ValueForm.unwrapped(type) is any UnorderedJSON.Type else { return }
    throw StackError.unsupportedAggregate(
      "which values of \(_$entity.words(for: keyPath)) are equal, as sets are written in any order")
  }

  /// The value for the key path of the object's identifier, or of a to-one target's identifier.
  private static func identifier(_ keyPath: AnyKeyPath) -> GroupedQuery.Value? {
    if keyPath == \Self.persistentModelID { return .object(QueryPath(), entity: _$entity.name) }
    for property in _$entity.properties {
      guard case .relationship(let type, true, let isOptional) = property.kind else { continue }
      guard property.keypath.appending(path: identifier(of: type, isOptional)) == keyPath else {
        continue
      }
      let name = type._$entity.name
      let step = QueryPath.Step(relationship: property.name, destination: name)
      return .object(QueryPath(steps: [step]), entity: name)
    }
    return nil
  }

  private static func identifier<Target: PersistentModel>(
    of type: Target.Type, _ isOptional: Bool
  ) -> AnyKeyPath {
    isOptional ? \Target?.?.persistentModelID : \Target.persistentModelID
  }
}

extension Schema.PropertyMetadata {
  /// True if a transformer encodes the value as data.
  var isTransformed: Bool { options.options.contains(.transformable) }
}
