package import StrataGraph
package import StrataModel

/// An observer that records a context's changes in order to undo them.
///
/// It is called only when the pending changes can be examined as a whole, never for a single
/// change.
package protocol ChangeRecorder: AnyObject {
  /// Called by a save before it writes. The save rethrows errors.
  func contextWillSave() throws
  /// Called when all stores are saved, before other observers are notified.
  func contextDidSave()
  /// Called when a context without autosave processes pending changes.
  func contextDidProcessChanges() throws
  /// Called after a rollback has dropped all pending changes.
  func contextDidRollBack()
  /// Called after a reset has released all objects.
  func contextDidReset()
  /// Called before the body of a transaction runs.
  ///
  /// - Returns: A closure to call after the transaction was rolled back.
  func contextWillTransact() -> () -> Void
  /// Called when the key of a new object is replaced.
  func keyDidChange(from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex)
}
