public import StrataDescriptions
public import StrataModel
import StrataSchema
import StrataStack

extension ManagedObject {
  /// What the object is one of.
  public final var entity: EntityDescription { managedEntity.description }
  /// The object's identifier, permanent from the moment it is inserted into a context. An object that was deleted
  /// keeps it.
  ///
  /// A new object whose unique values another one had when it was saved has left the context, if that one was in
  /// memory: it has the identifier of the other one, which stands for it.
  public final var objectID: PersistentIdentifier {
    if let absence, _$state.modelGraph == nil { return absence.identifier }
    return modelContext == nil ? unstored?.standIn ?? persistentModelID : persistentModelID
  }
  /// The context that the object is inserted into; nil before that, and after a delete was saved.
  public final var managedObjectContext: ManagedObjectContext? {
    if let absence, absence.error != nil { return absence.context }
    return modelContext?.owner as? ManagedObjectContext
  }
  /// Whether the object is new and not saved yet.
  public final var isInserted: Bool { _$state.flags.contains(.inserted) }
  /// Whether the object has changes that were not saved, and isn't new.
  public final var isUpdated: Bool {
    !isInserted && !isDeleted && !_$state.changed.isEmpty
  }
  /// Whether properties that a store keeps have changes that were not saved.
  public final var hasPersistentChangedValues: Bool {
    managedEntity.properties.contains { property in
      switch property.kind {
      case .ephemeral, .transientLink: return false
      case .attribute, .toOne, .toMany: break
      }
      return _$state.changed.contains(property.index)
    }
  }
  /// Whether the values have still to be read. An object is read whole, and its relationships when somebody
  /// looks (``hasFault(forRelationshipNamed:)``): true only for one that was asked for by
  /// ``ManagedObjectContext/object(with:)`` and isn't there, so that reading it is an error.
  public final var isFault: Bool { absence?.error != nil }
}
