public import StrataModel
internal import StrataSchema
public import StrataSQLite
public import StrataContexts

extension ModelContext {
  /// Finds the saved objects with given values of a unique property, by value, with one statement.
  ///
  /// Use it for the objects that the items of a chunk relate to:
  ///
  /// ```swift
  /// let countries = try context.existing(Country.self, by: \.name, in: items.map(\.country))
  /// ```
  ///
  /// Objects that this context has deleted are omitted, and those outside of its scopes.
  ///
  /// - Throws: ``ImportError/keyIsNotUnique(entity:properties:)`` if the property isn't unique.
  ///   `StorageError` if the store or an object can't be read.
  public func existing<Model: PersistentModel, Value: ColumnRepresentable & Hashable>(
    _ type: Model.Type, by property: KeyPath<Model, Value>, in values: some Sequence<Value>
  ) throws -> [Value: Model] {
    let graph = graph(of: type)
    let key = try StoredKey([property], of: type, in: graph)
    var seen: Set<KeyValues> = []
    var wanted: [(value: Value, columns: KeyValues)] = []
    for value in values {
      do {
        let columns = try key.values { try value.bind(to: &$0) }
        if seen.insert(columns).inserted { wanted.append((value, columns)) }
      } catch ImportError.keyWithoutValue {
        // SQL's NULL equals nothing, so no object has this key.
      }
    }
    let (objects, failures) = try key.objects(with: wanted.map(\.columns), in: graph)
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
    var found: [Value: Model] = [:]
    for (position, object) in objects {
      guard let object = object as? Model, !object.isDeleted, try graph.isInScope(object)
      else { continue }
      found[wanted[position].value] = object
    }
    return found
  }
}
