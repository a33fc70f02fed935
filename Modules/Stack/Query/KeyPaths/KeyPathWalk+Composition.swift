import StrataSchema
import StrataStorage

// Optimized builds may give each key path in the text getters of its own, and marks tell nothing then.
// Key paths that are put together of an entity's own are equal to one that was written whole in any
// build; only what goes through an optional can't be put together.
extension KeyPathWalk {
  /// What a key path without optionals on its way leads to; nil for others.
  static func composed(
    _ keyPath: AnyKeyPath, behind prefix: AnyKeyPath? = nil, from entity: ModelEntity,
    _ path: QueryPath
  ) -> PredicateTranslator.Subject? {
    for property in entity.properties {
      let own: AnyKeyPath = property.keypath
      guard let whole = prefix.map({ $0.appending(path: own) }) ?? own else { continue }
      switch property.kind {
      case .attribute(let type, let columns, _, _):
        let value = {
          QueryExpression.column(path, .init(property: property.name, description: $0))
        }
        if whole == keyPath, columns.count == 1 { return .value(value(columns[0])) }
        if let composite = type as? any CompositeColumnRepresentable.Type,
          let part = composite.part(at: keyPath, behind: whole),
          let column = columns.first(where: { $0.part == part })
        {
          return .value(value(column))
        }
        guard type == String.self, columns.count == 1 else { continue }
        let length = QueryExpression.function(.length, [value(columns[0])])
        if whole.appending(path: \String.count) == keyPath { return .value(length) }
        if whole.appending(path: \String.isEmpty) == keyPath {
          return .value(.comparison(.equal, length, .literal(.integer(0))))
        }
      case .relationship(let destination, isToOne: true, _):
        let step = QueryPath.Step(
          relationship: property.name, destination: destination._$entity.name)
        if whole == keyPath { return .object(path.appending(step), destination._$entity) }
        guard path.steps.count < 4, Swift.type(of: whole).valueType == destination,
          let found = composed(
            keyPath, behind: whole, from: destination._$entity, path.appending(step))
        else { continue }
        return found
      case .relationship: continue
      }
    }
    return nil
  }
}

extension CompositeColumnRepresentable {
  fileprivate static func part(at keyPath: AnyKeyPath, behind prefix: AnyKeyPath) -> String? {
    columnParts.first { prefix.appending(path: $0.key) == keyPath }?.value
  }
}
