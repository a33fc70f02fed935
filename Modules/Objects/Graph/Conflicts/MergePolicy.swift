/// What a save does where others have saved changes of what was changed here: the same properties of an
/// object, or an object that one side has deleted.
///
/// Others are other contexts of this program and other programs. Where they have changed other properties
/// of an object, both changes stand under every policy but ``overwrite``, and nothing is in conflict. Neither
/// is it where both sides gave a property the same value, and where both made or cut links of a relationship
/// between many and many: each link counts by itself.
///
/// The words are Core Data's. Under all but ``mergeByPropertyObjectTrump`` and ``overwrite`` a context keeps the
/// values that each object had before its first change.
public enum MergePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The save fails with ``StackError/mergeConflicts(_:)``, which lists all conflicts, and everything stays
  /// pending, until each was settled: by ``ModelContext/settle(_:by:)``, by
  /// ``ModelContext/refresh(_:mergeChanges:)`` or by ``ModelContext/rollback()``.
  case error
  /// Property by property, what was changed here is saved: the default. An object that was deleted here is
  /// deleted. One that others have deleted is gone, and the save fails once with
  /// ``StackError/deletedElsewhere(object:)``.
  case mergeByPropertyObjectTrump
  /// Property by property, what others have saved stays, and what else was changed here is saved. An object
  /// that was deleted here comes back; one that others have deleted is gone.
  case mergeByPropertyStoreTrump
  /// An object that was changed here is saved as it is here, also the properties that only others have
  /// changed. It is as with ``mergeByPropertyObjectTrump`` for objects that one side has deleted.
  case overwrite
  /// An object in conflict loses all its unsaved changes. One that was deleted here comes back; one that
  /// others have deleted is gone.
  case rollback

  /// Whether the conflict tells of an object that was changed here and deleted by others. Under the other
  /// policies it is a mistake that the next save throws.
  var settlesDeletion: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }

  /// Whether the values that objects had before their first change are needed: to name them, or to tell what
  /// others have changed where the history doesn't.
  package var keepsOriginals: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }
}
