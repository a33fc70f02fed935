public import StrataStack

extension ModelContext {
  /// The undo manager that records the context's changes, nil by default, which costs nothing.
  ///
  /// With an undo manager, a save reads the rows that it overwrites. Nothing else becomes slower. A
  /// manager serves one context: if you set it for another one, it leaves the first and drops its
  /// groups.
  public var undoManager: UndoManager? {
    get { recorder as? UndoManager }
    set {
      if undoManager === newValue { return }
      undoManager?.leave()
      recorder = nil
      guard let newValue else { return }
      newValue.context?.recorder = nil
      newValue.leave()
      recorder = newValue
      newValue.join(self)
    }
  }
}
