internal import StrataSchema
internal import StrataSQLite

/// What the macro writes into models, called from wherever an object's context is.
///
/// A model may belong to the main actor, most often since its module's default isolation says so.
/// What is generated there belongs to it too: it forms key paths to properties of the main actor, and
/// uses conformances of their types that hold on the main actor alone. So the requirements are the
/// main actor's, which any class can meet. But an object is confined to its context, as everywhere,
/// and a context may be anybody's, so that nothing of the object is gained by being on the main actor.
///
/// What a client wrote for the main actor runs wherever the context is, too: initial values, and
/// `init(from:)` and `encode(to:)` of property types. Where contexts are used off the main actor, these
/// may use nothing else that is the main actor's.
struct ModelCode {
  let metadata: (any PersistentModel.Type) -> [Schema.PropertyMetadata]
  let inheritedKeyPaths: (any PersistentModel.Type) -> [AnyKeyPath]
  let constraints: (any PersistentModel.Type) -> [any SchemaConstraint]
  let make: (any PersistentModel.Type, inout Row) throws -> any PersistentModel
  let read: (any PersistentModel, inout Row) throws -> Void
  let write: (any PersistentModel, inout Binder) throws -> Void

  /// The same functions, as the compiler has them.
  private struct Isolated {
    let metadata: @MainActor (any PersistentModel.Type) -> [Schema.PropertyMetadata]
    let inheritedKeyPaths: @MainActor (any PersistentModel.Type) -> [AnyKeyPath]
    let constraints: @MainActor (any PersistentModel.Type) -> [any SchemaConstraint]
    let make: @MainActor (any PersistentModel.Type, inout Row) throws -> any PersistentModel
    let read: @MainActor (any PersistentModel, inout Row) throws -> Void
    let write: @MainActor (any PersistentModel, inout Binder) throws -> Void
  }

  // An actor is no part of what a synchronous function is at run time, so that both have the same
  // layout. The functions capture nothing, which is why all threads may have them.
  nonisolated(unsafe) static let anywhere = unsafeBitCast(
    Isolated(
      metadata: { $0._$metadata },
      inheritedKeyPaths: { $0._$inheritedKeyPaths },
      constraints: { $0._$constraints },
      make: { try $0.init(_$row: &$1) },
      read: { try $0._$read(&$1) },
      write: { try $0._$write(&$1) }),
    to: ModelCode.self)
}
