import StrataGraph
public import StrataModel
internal import StrataSchema
internal import StrataStorage

extension ModelContext {
  /// The object that an identifier names.
  ///
  /// - Throws: ``StackError/notFound(_:)`` where the store has none, `ModelError.wrongEntity` for an
  ///   identifier of another class, `StorageError` when the store or the object can't be read.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type = Model.self, withID identifier: TypedObjectID<Model>
  ) throws -> Model {
    let identifier = identifier.persistentIdentifier
    guard let found = try existingModel(for: identifier, as: type) else {
      throw StackError.notFound(identifier)
    }
    return found
  }

  /// The objects that identifiers name, in their order; one that is named twice comes twice. All that isn't
  /// in memory is read with one query.
  ///
  /// - Throws: ``StackError/notFound(_:)`` where the store has none, and ``StackError/several(_:)`` for
  ///   several; `ModelError.wrongEntity` for the first identifier of another class; `StorageError` when the
  ///   store or an object can't be read.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type = Model.self, withIDs identifiers: some Sequence<TypedObjectID<Model>>
  ) throws -> [Model] {
    let identifiers = identifiers.map(\.persistentIdentifier)
    let found = try graph(of: type).existingModels(for: identifiers, as: type)
    let missing = zip(identifiers, found).filter { $1 == nil }.map { StackError.notFound($0.0) }
    if let first = missing.first {
      // Each once, however often it was asked for.
      let all = missing.reduce(into: [StackError]()) { if !$0.contains($1) { $0.append($1) } }
      throw all.count == 1 ? first : StackError.several(all)
    }
    return found.compactMap { $0 }
  }
}

extension ObjectGraph {
  /// The objects that identifiers name, in their order; nil where the store has none.
  fileprivate func existingModels<Model: PersistentModel>(
    for identifiers: [PersistentIdentifier], as type: Model.Type
  ) throws -> [Model?] {
    for identifier in identifiers where !mayName(identifier, type) {
      throw ModelError.wrongEntity(identifier, expected: Model._$entity.name)
    }
    return try reading {
      let unknown = Set(
        identifiers.filter { $0.isIn(store.identifier) && known(type, $0) == nil }.map(\.key))
      // Kept until they are handed out: an identity map keeps nothing.
      let read = unknown.isEmpty ? [] : try readModels(type, keys: unknown.sorted())
      let byKey = Dictionary(
        read.map { ($0._$state.key, $0) }, uniquingKeysWith: { first, _ in first })
      return identifiers.map { identifier in
        guard identifier.isIn(store.identifier) else { return nil }
        if let known = known(type, identifier) { return known.isDeleted ? nil : known }
        return byKey[identifier.key].flatMap { names(identifier, $0) ? $0 : nil }
      }
    }
  }
}
