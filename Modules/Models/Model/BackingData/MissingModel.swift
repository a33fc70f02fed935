package import StrataSchema
package import StrataSQLite

/// A placeholder for an impossible object: its class is unknown, or a constant of its class
/// has no placeholder value.
package final class MissingModel: PersistentModel, _ModelRoot {
  package static let _$entity = _ModelEntity(MissingModel.self)
  @MainActor package static var _$metadata: [Schema.PropertyMetadata] { [] }
  package var _$state = _ModelState()

  package init() {}
  @MainActor package init(_$row row: inout Row) throws {}
  @MainActor package func _$read(_ row: inout Row) throws {}
  @MainActor package func _$write(_ binder: inout Binder) throws {}
  package func _$visit(_ property: PropertyIndex, _ visitor: inout some _SlotVisitor) {}
}
