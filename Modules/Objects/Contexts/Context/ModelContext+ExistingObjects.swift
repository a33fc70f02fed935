import StrataGraph
public import StrataModel
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The object with an identifier.
  ///
  /// - Throws: ``StackError/notFound(_:)`` if the store doesn't contain it.
  ///   `ModelError.wrongEntity` for an identifier of another class. `StorageError` if the store or
  ///   the object can't be read.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type = Model.self, withID identifier: TypedObjectID<Model>
  ) throws -> Model {
    let identifier = identifier.persistentIdentifier
    guard let found = try existingModel(for: identifier, as: type) else {
      throw StackError.notFound(identifier)
    }
    return found
  }

  /// The objects with given identifiers, in the same order. Duplicates are preserved.
  ///
  /// One query reads all objects that aren't in memory.
  ///
  /// - Throws: ``StackError/notFound(_:)`` for an object that the store doesn't contain, and
  ///   ``StackError/several(_:)`` for several. `ModelError.wrongEntity` for the first identifier of
  ///   another class. `StorageError` if the store or an object can't be read.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type = Model.self, withIDs identifiers: some Sequence<TypedObjectID<Model>>
  ) throws -> [Model] {
    let identifiers = identifiers.map(\.persistentIdentifier)
    let found = try graph(of: type).existingModels(for: identifiers, as: type)
    let missing = zip(identifiers, found).filter { $1 == nil }.map { StackError.notFound($0.0) }
    if let first = missing.first {
      // Report each missing object once, even if its identifier occurs several times.
      let all = missing.reduce(into: [StackError]()) { if !$0.contains($1) { $0.append($1) } }
      throw all.count == 1 ? first : StackError.several(all)
    }
    return found.compactMap { $0 }
  }
}

extension ObjectGraph {
  /// The objects with given identifiers, in the same order, or nil for those that don't exist.
  fileprivate func existingModels<Model: PersistentModel>(
    for identifiers: [PersistentIdentifier], as type: Model.Type
  ) throws -> [Model?] {
    for identifier in identifiers where !mayName(identifier, type) {
      throw ModelError.wrongEntity(identifier, expected: Model._$entity.name)
    }
    return try reading {
      let unknown = Set(
        identifiers.filter { known(type, $0) == nil }.compactMap { key(of: $0) })
      // Retained until returned, since the identity map references objects weakly.
      let read = unknown.isEmpty ? [] : try readModels(type, keys: unknown.sorted())
      let byKey = Dictionary(
        read.map { ($0._$state.key, $0) }, uniquingKeysWith: { first, _ in first })
      return identifiers.map { identifier in
        guard let key = key(of: identifier) else { return nil }
        if let known = known(type, identifier) { return known.isDeleted ? nil : known }
        return byKey[key].flatMap { names(identifier, $0) ? $0 : nil }
      }
    }
  }
}
