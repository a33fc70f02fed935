/// The store that a command needs.
///
/// A program asks for it before it opens the store of its arguments.
public enum StoreNeed: Sendable {
  /// The store may be new: the command can put something into it.
  case any
  /// The store must exist. In a new one there is nothing to show, to change or to delete, so that a mistyped path would
  /// look like lost data.
  case existing
  /// The store may be new or damaged: the command replaces all of it.
  case replaceable
}
