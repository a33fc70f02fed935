public import StrataStack

extension ModelContext {
  /// Who undoes what is changed in the context; nil at first, which costs nothing.
  ///
  /// With one, a save reads what it is about to overwrite; nothing else gets slower. A manager serves one
  /// context: set for another one it leaves the first and forgets what it knew.
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
