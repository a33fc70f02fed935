import StrataObservation
import StrataSchema
import StrataStorage

/// What a container and its contexts share.
final class ContainerCore: Sendable {
  let schema: Schema
  let configuration: ModelConfiguration
  let changes = ChangeFeed()
  let store: Store
  let entities: [GraphEntity]
  @MainActor weak var mainContext: ModelContext?

  init(_ types: [any PersistentModel.Type], _ configuration: ModelConfiguration) throws {
    let schema = try Schema(types)
    let store = try Store.open(
      schema, at: configuration.url, isReadOnly: !configuration.allowsSave)
    self.schema = schema
    self.configuration = configuration
    self.store = store
    entities = try Schema.closure(of: types).map {
      try GraphEntity($0._$entity, schema: schema, tables: store.tables)
    }
  }
}
