package import StrataContexts

/// An object of the program's that resolves conflicts instead of a context's merge policy.
package protocol ConflictResolver: AnyObject {
  /// Resolves conflicts with other contexts' saves by `NSManagedObjectContext.resolve(_:by:)` or by
  /// changing objects. What it leaves unresolved is thrown by the save.
  func resolve(_ conflicts: [MergeConflict], in context: NSManagedObjectContext) throws

  /// Resolves conflicts of unique values, by changing or deleting objects.
  ///
  /// - Returns: The policy for those that are left.
  func resolve(
    _ conflicts: [UniqueConflict], in context: NSManagedObjectContext
  ) throws -> UniqueConflictPolicy
}

extension NSManagedObjectContext {
  /// Resolves a conflict in favor of one side.
  ///
  /// - Throws: As `ModelContext.resolve(_:by:)`.
  package func resolve(_ conflict: MergeConflict, by policy: MergePolicy) throws {
    try modelContext().resolve(conflict, by: policy)
  }

  /// Saves, and lets the resolver resolve conflicts, as often as it takes.
  func save(_ made: ModelContext, with resolver: any ConflictResolver) throws {
    let policy = (made.mergePolicy, made.uniqueConflictPolicy)
    defer { (made.mergePolicy, made.uniqueConflictPolicy) = policy }
    (made.mergePolicy, made.uniqueConflictPolicy) = (.error, .error)
    // Others may save between the attempts, but a resolver that leaves the same conflict each time
    // would never end.
    for _ in 0..<16 {
      do {
        return try made.save()
      } catch StackError.mergeConflicts(let conflicts) {
        try resolver.resolve(conflicts, in: self)
        let left = Set(try currentConflicts(made))
        if !left.isDisjoint(with: conflicts) { throw StackError.mergeConflicts(conflicts) }
      } catch let error as StackError {
        guard let conflicts = error.uniqueConflicts else { throw error }
        made.uniqueConflictPolicy = try resolver.resolve(conflicts, in: self)
      }
    }
    try made.save()
  }

  private func currentConflicts(_ made: ModelContext) throws -> [MergeConflict] {
    made.mergeConflicts
  }
}

extension StackError {
  /// The conflicts of unique values, or nil if something else failed.
  fileprivate var uniqueConflicts: [UniqueConflict]? {
    switch self {
    case .notUnique(let conflict): return [conflict]
    case .conflictsWithSeveral(let conflicts): return conflicts
    case .several(let errors):
      let found = errors.map(\.uniqueConflicts)
      return found.contains { $0 == nil } ? nil : found.flatMap { $0 ?? [] }
    default: return nil
    }
  }
}
