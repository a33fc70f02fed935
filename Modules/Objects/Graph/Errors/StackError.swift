public import StrataModel
internal import StrataSchema
internal import StrataStorage

/// An error of objects and contexts.
public enum StackError: Error, Sendable, Hashable {
  /// The object can't be saved because a required property has no value.
  case missingValue(object: PersistentIdentifier, property: String)
  /// The value can't be stored.
  case invalidValue(object: PersistentIdentifier, property: String, reason: String)
  /// Another object already has the unique value.
  case notUnique(UniqueConflict)
  /// The new object's unique values conflict with several objects, which can't all be updated.
  case conflictsWithSeveral([UniqueConflict])
  /// The object can't be deleted because a deny rule protects related objects.
  case deleteDenied(object: PersistentIdentifier, property: String, count: Int)
  /// The object has a relationship to an object of another context.
  ///
  /// No save succeeds until you change the relationship or roll back.
  case relatedAcrossContexts(object: PersistentIdentifier, property: String)
  /// A getter or a change couldn't read a property, or the object itself if `property` is nil.
  ///
  /// No save succeeds until the value can be read.
  case unreadable(object: PersistentIdentifier, property: String?, reason: String)
  /// A rollback failed because it couldn't read the store, so that the changes are still pending.
  ///
  /// No save succeeds until a rollback does.
  case rollbackFailed(reason: String)
  /// An undo or redo that can't throw failed, and changed nothing. One save throws this.
  case undoFailed(reason: String)
  /// The context saved during a merge, and another context has saved meanwhile.
  ///
  /// Save again after the merge.
  case saveWhileMerging
  /// Several errors, each of which prevents the save.
  case several([StackError])
  /// The object was changed in this context and deleted by another one.
  ///
  /// Roll back to continue without the object.
  case deletedElsewhere(object: PersistentIdentifier)
  /// Other contexts have changed or deleted objects that this one has changed, under
  /// ``MergePolicy/error``.
  case mergeConflicts([MergeConflict])
  /// The container doesn't contain the model class.
  case unknownModel(String)
  /// Objects of the class are deleted for good, since it has no property with
  /// `@Attribute(.deletedAt)`.
  case noDeletionDate(String)
  /// The store has no object with the identifier.
  case notFound(PersistentIdentifier)
  /// A fetch has a negative limit or offset.
  case negativeRange(limit: Int?, offset: Int)
  /// A fetch can't select the property alone.
  case unsupportedSelection(String)
  /// The store can't compute the aggregate, or can't group by the property.
  case unsupportedAggregate(String)
  /// The sum of a property's values is too large for the property's type.
  case sumTooLarge(property: String, sum: String, type: String)
  /// A batch update can't set the property.
  case unsupportedUpdate(String)
  /// A save committed in some of several stores and failed in the others, named by configuration.
  case savedInPart(saved: [String], pending: [String], reason: String)
  /// The schema has no model classes, so that no objects can be created.
  case schemaWithoutModels
  /// A fetch in batches can't include unsaved changes.
  case pendingChangesWithBatches
  /// A page has saved objects alone, and the context has unsaved changes.
  case pendingChangesWithPages
  /// The body of `withConnection` has changed an object, after the objects were written.
  case changedDuringStatements(object: PersistentIdentifier)
  /// The body of `withConnection` would have to run a second time, because the disk was full and has
  /// room again.
  case statementsRunTwice(store: String)
  /// A past state can't be read, or former values can't be kept.
  case unsupportedMemory(reason: String)
  /// Your own SQL statements can't run in this context.
  case unsupportedStatements(reason: String)
  /// A page has a limit of its own, of at least 1, and its descriptor has none.
  case pageWithRange
  /// A page begins behind an object, and the ranks of a search change with every text.
  case pageOfSearch
  /// The descriptor has no search, whose results were asked for.
  case missingSearch
  /// The body of an enumeration left unsaved changes, which the enumeration would lose.
  case changesWhileEnumerating
  /// A relationship has fewer or more members than the model allows.
  case relationshipCount(object: PersistentIdentifier, property: String, count: Int)
  /// The class's own validation rejects the object.
  case invalid(object: PersistentIdentifier, operation: ValidationOperation, reason: String)
  /// `willSave` methods have changed or inserted further objects in a thousand rounds.
  case willSaveNeverEnds
  /// The text is no cursor of a page.
  case malformedCursor(String)
  /// The cursor is of a descriptor of another class or with another order, or of a context with another
  /// scope.
  case cursorOfOtherOrder(String)
  /// An author can't have the name: it is empty or blank, or has line breaks.
  case invalidAuthor(String)
  /// A background context can't have the main context's author.
  case authorIsTaken(TransactionAuthor)
  /// A context of `ModelContainer.read(_:)`, which can't save, has changes or was asked to change the store.
  case contextIsReadOnly
  /// The current task has no data stack.
  case noCurrentStack
}

extension StackError: CustomStringConvertible {
  /// A description of the error with its object, and what to do about it.
  public var description: String {
    switch self {
    case .missingValue(let object, let property):
      "\(object) can't be saved: \(property) must lead to an object; set it before you save"
    case .invalidValue(let object, let property, let reason):
      "\(object) can't be saved: \(property): \(reason)"
    case .notUnique(let conflict): "\(conflict.object) can't be saved: \(conflict)"
    case .conflictsWithSeveral(let conflicts):
      "\(conflicts.first.map { "\($0.object)" } ?? "an object") can't be saved: "
        + conflicts.map(\.description).joined(separator: ", and ")
    case .deleteDenied(let object, let property, let count):
      "\(object) can't be deleted: \(property) still leads to "
        + "\(count == 1 ? "an object" : "\(count) objects"), and its delete rule is deny; delete those "
        + "first, or let them lead elsewhere"
    case .relatedAcrossContexts(let object, let property):
      "\(object).\(property) leads to an object of another context; "
        + "fetch that object in this context by its identifier"
    case .unreadable(let object, let property, let reason):
      "\(object)\(property.map { ".\($0)" } ?? "") couldn't be read: \(reason); what was done since may "
        + "rest on that, so nothing was saved: look at it again and save, or roll back"
    case .rollbackFailed(let reason):
      "a rollback couldn't read the store, so that all changes are still unsaved: \(reason); roll back again "
        + "before you save"
    case .undoFailed(let reason):
      "an undo failed: \(reason); what was done since may rest on it, so nothing was saved: look at it "
        + "again and save, or roll back"
    case .saveWhileMerging:
      "others have saved while this context was merging; save again when it is done"
    case .several(let errors):
      "\(errors.count) errors: " + errors.map { "\($0)" }.joined(separator: "; ")
    case .deletedElsewhere(let object):
      "\(object) was changed here and deleted by another context or program; roll back to go on without it"
    case .mergeConflicts(let conflicts):
      "nothing was saved, since others have changed the same: "
        + conflicts.map(\.description).joined(separator: "; ")
        + "; settle each, refresh the objects, or roll back"
    case .unknownModel(let name):
      "the container knows no model \(name); add it to the container's models"
    case .noDeletionDate(let name):
      "\(name) has no property with @Attribute(.deletedAt), so that its objects are deleted for good; "
        + "add one to restore and purge them"
    case .notFound(let object):
      "the store has no \(object); it was deleted, or it was never saved"
    case .negativeRange(let limit, let offset):
      "a fetch can't have \(limit.map { "a limit of \($0) and " } ?? "")an offset of \(offset); "
        + "neither may be negative, and a limit of nil is none"
    case .unsupportedSelection(let subject):
      "this can't be selected alone: \(subject); fetch the objects"
    case .unsupportedAggregate(let subject):
      "the store can't work this out: \(subject); ask for persisted properties"
    case .sumTooLarge(let property, let sum, let type):
      "the sum of \(property) is \(sum), which doesn't fit \(type)"
    case .unsupportedUpdate(let subject):
      "this can't be set for many objects at once: \(subject); fetch the objects and set it"
    case .savedInPart(let saved, let pending, let reason):
      "what has changed in \(saved.joined(separator: ", ")) is saved; in "
        + "\(pending.joined(separator: ", ")) it is still unsaved: \(reason); "
        + "save again"
    case .schemaWithoutModels:
      "the schema was not made of model classes, and no objects can be made of it"
    case .pendingChangesWithBatches:
      "a fetch in batches reads saved objects alone; save first, or set includePendingChanges to "
        + "false"
    case .changedDuringStatements(let object):
      "\(object) was changed inside the body of withConnection, after the objects were written, so that "
        + "nothing was saved; change objects before withConnection, or after it"
    case .statementsRunTwice(let store):
      "the statements for the store '\(store)' were rolled back, because its disk was full; it has room "
        + "again now, so call withConnection again"
    case .unsupportedStatements(let reason): reason
    case .unsupportedMemory(let reason): reason
    case .pendingChangesWithPages:
      "a page has saved objects alone; save the context's changes before you fetch it"
    case .pageWithRange:
      "a page begins at a cursor and has a limit of at least 1; leave fetchLimit and fetchOffset out"
    case .pageOfSearch:
      "a page can't be in order of a search's ranks, which change with every text; use fetchLimit and "
        + "fetchOffset, or put the search into the predicate"
    case .missingSearch: "the descriptor has no search; set it, or fetch the objects"
    case .changesWhileEnumerating:
      "the block has changed objects; save in it, or allow escaping mutations"
    case .relationshipCount(let object, let property, let count):
      "\(object) can't be saved: \(property) leads to \(count) "
        + "\(count == 1 ? "object" : "objects"), which its minimum and maximum don't allow"
    case .invalid(let object, let operation, let reason):
      "\(object) can't be \(operation.participle): \(reason)"
    case .willSaveNeverEnds:
      "nothing was saved: willSave goes on changing and inserting further objects; let it end"
    case .contextIsReadOnly:
      "a context of container.read saves nothing; use container.write to change objects"
    case .noCurrentStack:
      "no stack was set for this task; run the code in CurrentDataStack.with(stack)"
    case .malformedCursor(let text):
      "'\(text.prefix(60))' is no cursor of a page; begin with the first page"
    case .cursorOfOtherOrder:
      "the cursor is of another class, order or scope; fetch its page with the descriptor and the scopes that it "
        + "comes from"
    case .invalidAuthor(let name):
      name.allSatisfy(\.isWhitespace)
        ? "an author needs a name" : "an author's name has one line: \(name)"
    case .authorIsTaken(let author):
      "a background context can't write as \(author), who is the view context's author"
    }
  }
}
