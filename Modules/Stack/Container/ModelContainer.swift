internal import Foundation
public import StrataObservation
public import StrataSchema
package import StrataStorage

/// A schema and the store that its objects are in. Shared by any number of contexts, of any
/// isolation.
public final class ModelContainer: Sendable {
  /// What the store holds.
  public let schema: Schema
  /// Where the store is.
  public let configuration: ModelConfiguration
  /// Tells of each save of this container's contexts.
  public let changes = ChangeFeed()
  package let store: Store
  let entities: [GraphEntity]

  /// Opens a store for some model classes and all that they are related to.
  ///
  /// - Throws: ``SchemaError`` when the classes don't fit together, `StorageError` when the store
  ///   can't be opened.
  public convenience init(
    for types: any PersistentModel.Type...,
    configurations configuration: ModelConfiguration = ModelConfiguration()
  ) throws {
    try self.init(for: types, configuration: configuration)
  }

  /// Opens a store for a list of model classes and all that they are related to.
  ///
  /// - Throws: ``SchemaError`` when the classes don't fit together, `StorageError` when the store
  ///   can't be opened.
  public init(
    for types: [any PersistentModel.Type],
    configuration: ModelConfiguration = ModelConfiguration()
  ) throws {
    schema = try Schema(types)
    self.configuration = configuration
    let store = try Store.open(
      schema, at: configuration.url, isReadOnly: !configuration.allowsSave)
    self.store = store
    let schema = schema
    entities = try Schema.closure(of: types).map {
      try GraphEntity($0._$entity, schema: schema, tables: store.tables)
    }
  }

  /// The context of the main actor; made when it is first asked for.
  @MainActor public var mainContext: ModelContext {
    if let context = MainContexts.context(of: self) { return context }
    let context = ModelContext(self)
    MainContexts.keep(context, of: self)
    return context
  }
}

/// The main contexts of containers; a container's is gone with it.
@MainActor private enum MainContexts {
  private static var contexts: [ObjectIdentifier: Entry] = [:]

  private struct Entry {
    weak var container: ModelContainer?
    let context: ModelContext
  }

  static func context(of container: ModelContainer) -> ModelContext? {
    guard let entry = contexts[ObjectIdentifier(container)], entry.container === container else {
      return nil
    }
    return entry.context
  }

  static func keep(_ context: ModelContext, of container: ModelContainer) {
    contexts = contexts.filter { $0.value.container != nil }
    contexts[ObjectIdentifier(container)] = Entry(container: container, context: context)
  }
}
