import StrataContexts

// The product SwiftData has functions of the same names that throw nothing, and calls this. There,
// `undo()` would name its own function.
extension UndoManager {
  /// An operation whose failure can be reported instead of thrown.
  package enum Operation {
    case undo, redo, beginGrouping, endGrouping, disableRegistration, enableRegistration
  }

  /// Performs an operation, and reports its failure to the context, whose next save throws it.
  ///
  /// As with Foundation's undo manager, an undo or redo ends the open group, and does nothing if there
  /// is nothing to do.
  package func performReporting(_ operation: Operation) {
    guard let context else { return }
    do {
      switch operation {
      case .undo:
        if groupingLevel == 1 { try endUndoGrouping() }
        if canUndo { try undo() }
      case .redo:
        if groupingLevel == 1 { try endUndoGrouping() }
        if canRedo { try redo() }
      case .beginGrouping: try beginUndoGrouping()
      case .endGrouping: try endUndoGrouping()
      case .disableRegistration: try disableUndoRegistration()
      case .enableRegistration: try enableUndoRegistration()
      }
    } catch {
      context.graph.record(.undoFailed(reason: "\(error)"))
      context.report(error)
    }
  }
}
