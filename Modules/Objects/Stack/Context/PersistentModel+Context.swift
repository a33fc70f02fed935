import StrataGraph
public import StrataModel

extension PersistentModel {
  /// The context of the object.
  ///
  /// Nil before the object is inserted, after its deletion was saved, and after the context was
  /// released.
  public var modelContext: ModelContext? {
    _$verifyArrays()
    return _$state.graph?.context as? ModelContext
  }
}
