public import StrataModel
internal import StrataSchema
internal import StrataStorage

/// What can go wrong with objects and their contexts.
public enum StackError: Error, Sendable, Hashable {
  /// An object can't be saved while a property is without a value.
  case missingValue(object: PersistentIdentifier, property: String)
  /// A value can't be stored.
  case invalidValue(object: PersistentIdentifier, property: String, reason: String)
  /// A unique value is another object's already.
  case notUnique(UniqueConflict)
  /// A new object has unique values of several objects, which can't all take on its values.
  case conflictsWithSeveral([UniqueConflict])
  /// An object can't be deleted while it has related objects.
  case deleteDenied(object: PersistentIdentifier, property: String, count: Int)
  /// Two objects of different contexts were related. No save writes until the relationship leads
  /// elsewhere or is rolled back.
  case relatedAcrossContexts(object: PersistentIdentifier, property: String)
  /// Something couldn't be read that a getter was asked for, or that a change had to know: a property,
  /// or, without one, the object itself. Nothing is saved until it could be read.
  case unreadable(object: PersistentIdentifier, property: String?, reason: String)
  /// Changes that were to be dropped are still there, since what the store has couldn't be read. Nothing
  /// is saved until a rollback could be done.
  case rollbackFailed(reason: String)
  /// A save from within a merge, which others' saves have overtaken.
  case saveWhileMerging
  /// Several errors, all of which keep a save from being done.
  case several([StackError])
  /// An object that was changed here has been deleted by somebody else.
  case deletedElsewhere(object: PersistentIdentifier)
  /// Others have changed or deleted what was changed here, and the context's policy is to say so.
  case mergeConflicts([MergeConflict])
  /// A model class that the container doesn't know.
  case unknownModel(String)
  /// An identifier names no object of the store.
  case notFound(PersistentIdentifier)
  /// A fetch is limited to less than nothing, or begins before its first object.
  case negativeRange(limit: Int?, offset: Int)
  /// Something can't be worked out or grouped by in the store.
  case unsupportedAggregate(String)
  /// The sum of a property's values is too large for the property's type.
  case sumTooLarge(property: String, sum: String, type: String)
  /// A property can't be set for many objects at once.
  case unsupportedUpdate(String)
  /// Of a save of several stores, some were committed and others could not be, by configuration.
  case savedInPart(saved: [String], pending: [String], reason: String)
  /// A schema has no model classes to make objects of.
  case schemaWithoutModels
  /// A fetch in batches can't take in changes that aren't saved.
  case pendingChangesWithBatches
  /// The body of an enumeration left changes behind, which would be lost sight of.
  case changesWhileEnumerating
  /// A relationship leads to fewer or more objects than its model lets it.
  case relationshipCount(object: PersistentIdentifier, property: String, count: Int)
  /// An object may not be saved, as its own class says.
  case invalid(object: PersistentIdentifier, operation: ValidationOperation, reason: String)
  /// Objects' `willSave` has changed or inserted further objects a thousand times over.
  case willSaveNeverEnds
  /// A background context may not have the main context's author.
  case authorIsTaken(TransactionAuthor)
  /// Code has asked for its task's stack, and none was set.
  case noCurrentStack
}

extension StackError: CustomStringConvertible {
  /// What went wrong, with which object, and what to do.
  public var description: String {
    switch self {
    case .missingValue(let object, let property):
      "\(object) can't be saved: \(property) must lead to an object"
    case .invalidValue(let object, let property, let reason):
      "\(object) can't be saved: \(property): \(reason)"
    case .notUnique(let conflict): "\(conflict.object) can't be saved: \(conflict)"
    case .conflictsWithSeveral(let conflicts):
      "\(conflicts.first.map { "\($0.object)" } ?? "an object") can't be saved: "
        + conflicts.map(\.description).joined(separator: ", and ")
    case .deleteDenied(let object, let property, let count):
      "\(object) can't be deleted: \(property) still leads to "
        + "\(count == 1 ? "an object" : "\(count) objects"), and its delete rule is deny"
    case .relatedAcrossContexts(let object, let property):
      "\(object).\(property) leads to an object of another context; "
        + "fetch that object in this context by its identifier"
    case .unreadable(let object, let property, let reason):
      "\(object)\(property.map { ".\($0)" } ?? "") couldn't be read: \(reason); what was done since may "
        + "rest on that, so nothing was saved: look at it again and save, or roll back"
    case .rollbackFailed(let reason):
      "changes were to be dropped and couldn't be: \(reason); roll back again before you save"
    case .saveWhileMerging:
      "others have saved while this context was merging; save again when it is done"
    case .several(let errors):
      "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    case .deletedElsewhere(let object):
      "\(object) was changed here and deleted by somebody else; roll back to go on without it"
    case .mergeConflicts(let conflicts):
      "nothing was saved, since others have changed the same: "
        + conflicts.map(\.description).joined(separator: "; ")
        + "; settle each, refresh the objects, or roll back"
    case .unknownModel(let name):
      "the container knows no model \(name); add it to the container's models"
    case .notFound(let object): "the store has no \(object)"
    case .negativeRange(let limit, let offset):
      "a fetch can't have \(limit.map { "a limit of \($0) and " } ?? "")an offset of \(offset); "
        + "neither may be negative, and a limit of nil is none"
    case .unsupportedAggregate(let subject):
      "the store can't work this out: \(subject); ask for persisted properties"
    case .sumTooLarge(let property, let sum, let type):
      "the sum of \(property) is \(sum), which doesn't fit \(type)"
    case .unsupportedUpdate(let subject):
      "this can't be set for many objects at once: \(subject); fetch the objects and set it"
    case .savedInPart(let saved, let pending, let reason):
      "what has changed in \(saved.joined(separator: ", ")) is saved; in "
        + "\(pending.joined(separator: ", ")) it is not, and still pending: \(reason)"
    case .schemaWithoutModels:
      "the schema was not made of model classes, and no objects can be made of it"
    case .pendingChangesWithBatches:
      "a fetch in batches reads saved objects alone; save first, or set includePendingChanges to "
        + "false"
    case .changesWhileEnumerating:
      "the block has changed objects; save in it, or allow escaping mutations"
    case .relationshipCount(let object, let property, let count):
      "\(object) can't be saved: \(property) leads to \(count) "
        + "\(count == 1 ? "object" : "objects"), which its model doesn't allow"
    case .invalid(let object, let operation, let reason):
      "\(object) can't be \(operation.participle): \(reason)"
    case .willSaveNeverEnds:
      "nothing was saved: willSave goes on changing and inserting further objects; let it end"
    case .noCurrentStack:
      "no stack was set for this task; run the code in CurrentDataStack.with(stack)"
    case .authorIsTaken(let author):
      "a background context can't write as \(author), who is the view context's author"
    }
  }
}
