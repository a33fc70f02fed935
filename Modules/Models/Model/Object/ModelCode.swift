internal import StrataSchema
internal import StrataSQLite

/// The code that the macro generates for models, callable on the isolation of any context.
///
/// A model may belong to the main actor, most often because of its module's default isolation. Its
/// generated code then belongs to the main actor too: it forms key paths to main-actor properties,
/// and uses conformances of their types that hold on the main actor only. So the protocol's
/// requirements are main-actor ones, which any class can satisfy. An object, however, is confined
/// to its context, which may have any isolation.
///
/// Code that a client writes for the main actor runs on the context's isolation as well: initial
/// values, and `init(from:)` and `encode(to:)` of property types. If a program uses contexts off
/// the main actor, that code must not use anything else that belongs to the main actor.
struct ModelCode {
  let metadata: (any PersistentModel.Type) -> [Schema.PropertyMetadata]
  let inheritedKeyPaths: (any PersistentModel.Type) -> [AnyKeyPath]
  let computedProperties: (any PersistentModel.Type) -> [(keyPath: AnyKeyPath, name: String)]
  let constraints: (any PersistentModel.Type) -> [any SchemaConstraint]
  let make: (any PersistentModel.Type, inout Row) throws -> any PersistentModel
  let read: (any PersistentModel, inout Row) throws -> Void
  let write: (any PersistentModel, inout Binder) throws -> Void

  /// The same functions with the isolation that the compiler requires.
  private struct Isolated {
    let metadata: @MainActor (any PersistentModel.Type) -> [Schema.PropertyMetadata]
    let inheritedKeyPaths: @MainActor (any PersistentModel.Type) -> [AnyKeyPath]
    let computedProperties:
      @MainActor (any PersistentModel.Type) -> [(keyPath: AnyKeyPath, name: String)]
    let constraints: @MainActor (any PersistentModel.Type) -> [any SchemaConstraint]
    let make: @MainActor (any PersistentModel.Type, inout Row) throws -> any PersistentModel
    let read: @MainActor (any PersistentModel, inout Row) throws -> Void
    let write: @MainActor (any PersistentModel, inout Binder) throws -> Void
  }

  // Global-actor isolation doesn't change the representation of a synchronous function, so that
  // both structs have the same layout. The functions capture nothing, so that all threads may call
  // them.
  nonisolated(unsafe) static let anywhere = unsafeBitCast(
    Isolated(
      metadata: { $0._$metadata },
      inheritedKeyPaths: { $0._$inheritedKeyPaths },
      computedProperties: { $0._$computedProperties },
      constraints: { $0._$constraints },
      make: { try $0.init(_$row: &$1) },
      read: { try $0._$read(&$1) },
      write: { try $0._$write(&$1) }),
    to: ModelCode.self)
}
