package import StrataGraph
package import StrataModel

/// Somebody who keeps what changes in a context, to take it back: told at the moments when what waits to be
/// saved can be looked at as a whole, and of no single change.
package protocol ChangeRecorder: AnyObject {
  /// Called by a save before anything is written; what is thrown is thrown by the save.
  func contextWillSave() throws
  /// Called when everything was saved, before anybody else is told.
  func contextDidSave()
  /// Called where a context without autosave processes what waits.
  func contextDidProcessChanges() throws
  /// Called when everything that waited was dropped.
  func contextDidRollBack()
  /// Called when all objects have been let go.
  func contextDidReset()
  /// Called before the body of a transaction runs.
  ///
  /// - Returns: What is called when it was taken back.
  func contextWillTransact() -> () -> Void
  /// Called when a new object gets another key than the one it was given.
  func keyDidChange(from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex)
}
