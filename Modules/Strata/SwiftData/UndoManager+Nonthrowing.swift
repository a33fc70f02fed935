internal import StrataEditing
public import Strata

// Code that was written for SwiftData calls these without `try`, since Foundation's undo manager throws
// nothing. Where this module is imported, the compiler prefers them to the throwing functions of the
// same names. With `import Strata` alone you have those.
extension UndoManager {
  /// Undoes the last group, after ending the open one. Does nothing if there is none.
  ///
  /// The context's `errorHandler` receives an error, for example if another context has changed the same
  /// property since. Nothing has changed then, and the next save throws `StackError.undoFailed(reason:)`.
  public func undo() { performReporting(.undo) }

  /// Redoes the group that was undone last. Does nothing if there is none.
  ///
  /// An error is reported as by ``undo()``.
  public func redo() { performReporting(.redo) }

  /// Begins an explicit group, which may span several saves. An error is reported as by ``undo()``.
  public func beginUndoGrouping() { performReporting(.beginGrouping) }

  /// Ends an explicit group. An error is reported as by ``undo()``.
  public func endUndoGrouping() { performReporting(.endGrouping) }

  /// Stops recording changes. An error is reported as by ``undo()``.
  public func disableUndoRegistration() { performReporting(.disableRegistration) }

  /// Resumes recording changes. An error is reported as by ``undo()``.
  public func enableUndoRegistration() { performReporting(.enableRegistration) }
}
