package import Strata

extension ModelContext {
  /// Saves, and gives the conflicts that it is refused for.
  package func conflictsOfSave() throws -> [MergeConflict] {
    do {
      try save()
      return []
    } catch let error as StackError where !error.conflicts.isEmpty {
      return error.conflicts
    }
  }
}

extension StackError {
  /// The conflicts that a save was refused for.
  package var conflicts: [MergeConflict] {
    if case .mergeConflicts(let conflicts) = self { conflicts } else { [] }
  }
}
