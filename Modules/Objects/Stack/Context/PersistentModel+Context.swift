import StrataGraph
public import StrataModel

extension PersistentModel {
  /// The context that the model is inserted into; nil before that, after a delete was saved, and
  /// when the context is gone.
  public var modelContext: ModelContext? {
    _$verifyArrays()
    return _$state.graph?.context as? ModelContext
  }
}
