public import Foundation
internal import StrataModel
internal import StrataSchema
internal import StrataStorage

/// The temporal models of a container's store.
struct TemporalModels {
  /// The classes.
  let types: [any PersistentModel.Type]
  /// The names of their entities without a superentity.
  let roots: Set<String>

  /// Finds the temporal models among the classes of a store.
  ///
  /// - Parameter kept: Returns the names of entities without a superentity whose former values the store keeps. They count
  ///   if no class is temporal: classes that are generated from a store's record conform to nothing.
  /// - Throws: ``StackError/unsupportedMemory(reason:)`` if one is related to a class that isn't temporal,
  ///   or inherits from one.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, kept: () throws -> Set<String> = { [] }
  ) throws {
    let temporal = models.filter { $0 is any TemporalModel.Type }
    let kept = temporal.isEmpty ? try kept() : []
    types =
      kept.isEmpty
      ? temporal
      : models.filter { model in
        schema.entitiesByName[model._$entity.name].map { kept.contains($0.root.name) } ?? false
      }
    let names = Set(types.map { $0._$entity.name })
    roots = names.filter { schema.entitiesByName[$0]?.superentity == nil }
    for name in names.sorted() {
      guard let entity = schema.entitiesByName[name] else { continue }
      if !names.contains(entity.root.name) {
        throw StackError.unsupportedMemory(
          reason:
            "\(name) is a TemporalModel and inherits from \(entity.root.name), which isn't: their "
            + "objects are in one table; let \(entity.root.name) conform to TemporalModel")
      }
    }
    for entity in schema.entities {
      for relationship in entity.relationships
      where names.contains(entity.name) != names.contains(relationship.destination) {
        let (one, other) =
          names.contains(entity.name)
          ? (entity.name, relationship.destination) : (relationship.destination, entity.name)
        throw StackError.unsupportedMemory(
          reason: "\(one) is a TemporalModel and \(other), which is related to it by "
            + "\(entity.name).\(relationship.name), isn't: a past \(one) would lead to present objects; let "
            + "\(other) conform to TemporalModel")
      }
    }
  }
}

extension ModelContainer {
  /// The number of the last transaction until a date.
  ///
  /// - Throws: `StorageError`, ``StackError/unsupportedMemory(reason:)`` if the memory begins later.
  package func lastTransaction(
    until date: Date, in configuration: ModelConfiguration.ID?
  ) throws -> Int64 {
    let origin = try origin(in: configuration)
    let reader = origin.store.makeReader()
    let begin = try begin(of: origin, reader)
    guard let number = try reader.lastTransaction(until: date), number >= begin else {
      throw StackError.unsupportedMemory(
        reason:
          "\(date.formatted(.iso8601)) is before the memory of \(origin.store.path), which begins"
          + (try description(of: begin, reader)))
    }
    return number
  }

  /// The number of the transaction after which the states of a store can be read.
  ///
  /// - Throws: ``StackError/unsupportedMemory(reason:)`` if former values aren't kept. `StorageError`.
  package func beginOfMemory(in configuration: ModelConfiguration.ID? = nil) throws -> Int64 {
    let origin = try origin(in: configuration)
    return try begin(of: origin, origin.store.makeReader())
  }

  /// True if the former values of a table's rows are kept.
  ///
  /// - Parameter root: The name of an entity without a superentity.
  package func keepsFormerValues(
    of root: String, in configuration: ModelConfiguration.ID? = nil
  ) throws -> Bool {
    try temporalModels(of: try origin(in: configuration)).roots.contains(root)
  }

  /// The keys of the temporal objects that some transactions have changed, by the names of their tables.
  package func changedKeys(
    by numbers: ClosedRange<Int64>, in configuration: ModelConfiguration.ID? = nil
  ) throws -> [String: Set<Int64>] {
    let origin = try origin(in: configuration)
    return try origin.store.makeReader().changedKeys(
      of: try temporalModels(of: origin).roots, by: numbers)
  }

  /// The store as it was after a transaction, with its temporal models alone.
  ///
  /// - Throws: ``StackError/unsupportedMemory(reason:)`` for a state that can't be read. `StorageError`.
  package func past(
    after number: Int64, in configuration: ModelConfiguration.ID? = nil
  ) throws -> ModelContainer {
    let origin = try origin(in: configuration)
    let models = try temporalModels(of: origin)
    let schema = Schema(models.types)
    do {
      let store = try origin.store.past(after: number, schema, roots: models.roots)
      return try ModelContainer(schema, origin.configuration, store)
    } catch let error as PastError {
      throw StackError.unsupportedMemory(reason: try reason(error, number, origin))
    }
  }

  private func begin(of origin: ContainerStore, _ reader: StoreReader) throws -> Int64 {
    do {
      return try reader.beginOfMemory(of: try temporalModels(of: origin).roots)
    } catch let error as PastError {
      throw StackError.unsupportedMemory(reason: try reason(error, 0, origin))
    }
  }

  private func temporalModels(of origin: ContainerStore) throws -> TemporalModels {
    guard origin.custom == nil else {
      throw StackError.unsupportedMemory(
        reason: "\(origin.configuration.name) is a custom store, which has no memory")
    }
    let models = try TemporalModels(
      origin.entities.map(\.type), origin.store.schema,
      kept: origin.store.makeReader().rootsWithFormerValues)
    guard !models.types.isEmpty else {
      throw StackError.unsupportedMemory(
        reason:
          "none of the models of \(origin.store.path) is a TemporalModel, so that their former values "
          + "aren't kept")
    }
    return models
  }

  private func reason(
    _ error: PastError, _ number: Int64, _ origin: ContainerStore
  ) throws -> String {
    let path = origin.store.path
    switch error {
    case .notKept(let entity):
      return
        "\(path) doesn't keep the former values of \(entity): no program has opened it to save since "
        + "\(entity) is a TemporalModel"
    case .tooEarly(let begin):
      return
        "the state of \(path) after transaction \(number) is older than its memory, which begins"
        + (try description(of: begin, origin.store.makeReader()))
    case .tooLate(let last):
      return "\(path) has no transaction \(number) yet; the last one is \(last)"
    case .noConnection(let reason): return "\(path): \(reason)"
    }
  }

  private func description(of begin: Int64, _ reader: StoreReader) throws -> String {
    let time = try reader.time(ofTransaction: begin)
    return " behind transaction \(begin)" + (time.map { " of \($0.formatted(.iso8601))" } ?? "")
  }

  /// Drops the former values of all temporal models, and keeps none until a container opens the store
  /// again with them.
  ///
  /// - Throws: `StorageError`.
  public func dropFormerValues(in configuration: ModelConfiguration.ID? = nil) throws {
    try origin(in: configuration).store.dropFormerValues()
  }
}

extension ModelContext {
  /// Creates a context that shows a store as it was at a date.
  ///
  /// ```swift
  /// let lastWeek = try ModelContext(container, asOf: .now - 7 * 86_400)
  /// let trips = try lastWeek.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.year == 2024 }))
  /// ```
  ///
  /// It has the container's temporal classes alone, and can't save. Predicates, sort descriptors,
  /// relationships, aggregates and pages work as in any context. Its objects have the identifiers of the
  /// present ones. Saves of others never change what it shows.
  ///
  /// The context opens connections of its own, so create it once for several fetches.
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's first.
  /// - Throws: ``StackError/unsupportedMemory(reason:)`` if the date is before the memory of the store
  ///   begins, if no model is temporal, and for a store in memory. `StorageError`.
  public convenience init(
    _ container: ModelContainer, asOf date: Date, in configuration: ModelConfiguration.ID? = nil
  ) throws {
    try self.init(
      container,
      asOf: try container.lastTransaction(until: date, in: configuration), in: configuration)
  }

  /// Creates a context that shows a store as it was after a transaction.
  ///
  /// - Parameter transaction: The transaction's number in the history. The one before the first is 0.
  /// - Throws: as the initializer with a date.
  public convenience init(
    _ container: ModelContainer, asOf transaction: Int64,
    in configuration: ModelConfiguration.ID? = nil
  ) throws {
    self.init(try container.past(after: transaction, in: configuration))
    isReadOnly = true
  }
}
