/// The policy by which a save resolves conflicts between your unsaved changes and what others
/// saved.
///
/// Others are other contexts of this program and other programs. A conflict arises if both sides
/// have changed the same property of an object, or if one side has deleted an object that the other
/// has changed. There is no conflict in these cases:
///
/// - The two sides have changed different properties of an object. The save merges both changes,
///   except under ``overwrite``.
/// - Both sides have set a property to the same value.
/// - Both sides have added or removed members of a many-to-many relationship. Each link is
///   separate.
///
/// A value that a fetch left out is unknown. If you delete an object, each attribute that you haven't
/// read and others have saved since is in conflict. If you set one, the context reads the stored value first.
///
/// Set the policy before the context's first change:
///
///     context.mergePolicy = .mergeByPropertyStoreTrump
///
/// The names are Core Data's. Under ``error``, ``mergeByPropertyStoreTrump`` and ``rollback`` a
/// context preserves the values that each object had before its first change, which costs memory.
public enum MergePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The save throws ``StackError/mergeConflicts(_:)``, which lists all conflicts, and all changes
  /// stay pending.
  ///
  /// Resolve each conflict with `ModelContext.settle(_:by:)` or
  /// `refresh(_:mergeChanges:)`, or drop all changes with
  /// `rollback()`. Then save again.
  case error
  /// Your changes win, property by property. This is the default.
  ///
  /// An object that you deleted is deleted. If others have deleted an object that you changed, it
  /// stays deleted, and the save throws ``StackError/deletedElsewhere(object:)`` once.
  case mergeByPropertyObjectTrump
  /// The others' changes win, property by property. Your changes to other properties are saved.
  ///
  /// An object that you deleted is restored if others have changed it. An object that others have
  /// deleted stays deleted.
  case mergeByPropertyStoreTrump
  /// Your version of an object wins as a whole, including properties that only others have changed.
  /// Attributes that you haven't read, as in external storage, remain as others have saved them.
  ///
  /// Deleted objects are treated as with ``mergeByPropertyObjectTrump``.
  case overwrite
  /// The store's version of an object wins as a whole: an object in conflict loses all its unsaved
  /// changes.
  ///
  /// An object that you deleted is restored if others have changed it. An object that others have
  /// deleted stays deleted.
  case rollback

  /// True if a conflict reports an object that was changed here and deleted by others. Under the
  /// other policies the next save throws ``StackError/deletedElsewhere(object:)`` instead.
  var settlesDeletion: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }

  /// True if the context preserves each object's values before its first change: to report them in
  /// conflicts, or to find the properties that others have changed if the history doesn't list
  /// them.
  package var keepsOriginals: Bool { self != .mergeByPropertyObjectTrump && self != .overwrite }
}
