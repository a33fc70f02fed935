import StrataContexts
package import StrataDescriptions
public import StrataModel
import StrataSchema

extension NSManagedObject {
  /// The description of the object's entity.
  @_disfavoredOverload
  package final var entity: EntityDescription { managedEntity.description }
  /// The object's identifier. It stays the same from the moment you insert the object into a context,
  /// and a deleted object retains it.
  ///
  /// Its `isTemporaryID` is true until the object is saved, or ``NSManagedObjectContext/obtainPermanentIDs(for:)`` is
  /// called for it. Both identifiers are equal.
  ///
  /// If a save merged a new object into an existing object with the same unique values, the new
  /// object leaves its context. This property then returns the existing object's identifier.
  public final var objectID: PersistentIdentifier {
    if let absence, _$state.modelGraph == nil { return absence.identifier }
    guard modelContext != nil else { return unstored?.standIn ?? persistentModelID }
    return isInserted && !hasPermanentID ? persistentModelID.ofUnsavedObject : persistentModelID
  }
  /// The object's context, or nil before the object is inserted and after its deletion is saved.
  public final var managedObjectContext: NSManagedObjectContext? {
    if let absence, absence.error != nil { return absence.context }
    return modelContext?.owner as? NSManagedObjectContext
  }
  /// True if the object is new and hasn't been saved.
  public final var isInserted: Bool { _$state.flags.contains(.inserted) }
  /// True if a saved object has unsaved changes.
  public final var isUpdated: Bool {
    !isInserted && !isDeleted && !_$state.changed.isEmpty
  }
  /// True if properties that are stored have other values than before the unsaved changes. Transient properties don't
  /// count, and neither does an attribute or a to-one relationship that you set back.
  public final var hasPersistentChangedValues: Bool {
    managedEntity.properties.contains { property in
      switch property.kind {
      case .ephemeral, .transientLink: return false
      case .attribute, .toOne, .toMany: return hasChangedValue(of: property)
      }
    }
  }
  /// True if the object is a placeholder that ``NSManagedObjectContext/object(with:)`` returned for a
  /// row that doesn't exist or can't be read. Accessing its values is an error.
  ///
  /// Other objects are never faults, since all attributes are read together. Relationships are read
  /// at the first access (`hasFault(forRelationshipNamed:)`).
  public final var isFault: Bool { absence?.error != nil }
}
