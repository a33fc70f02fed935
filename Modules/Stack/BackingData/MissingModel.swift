internal import StrataSchema
internal import StrataStorage

/// What stands in for an object of a class that nobody here knows, or that can't be made of nothing.
final class MissingModel: PersistentModel {
  static let _$entity = ModelEntity(MissingModel.self)
  @MainActor static var _$metadata: [Schema.PropertyMetadata] { [] }
  var _$state = ModelState()

  init() {}
  @MainActor init(_$row row: inout Row) throws {}
  @MainActor func _$read(_ row: inout Row) throws {}
  @MainActor func _$write(_ binder: inout Binder) throws {}
  func _$visit(_ property: Int, _ visitor: inout some SlotVisitor) {}
}
