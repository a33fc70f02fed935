package import StrataSchema
package import StrataSQLite

/// What stands in for an object of a class that nobody here knows, or that can't be made of nothing.
package final class MissingModel: PersistentModel, _ModelRoot {
  package static let _$entity = ModelEntity(MissingModel.self)
  @MainActor package static var _$metadata: [Schema.PropertyMetadata] { [] }
  package var _$state = ModelState()

  package init() {}
  @MainActor package init(_$row row: inout Row) throws {}
  @MainActor package func _$read(_ row: inout Row) throws {}
  @MainActor package func _$write(_ binder: inout Binder) throws {}
  package func _$visit(_ property: PropertyIndex, _ visitor: inout some SlotVisitor) {}
}
