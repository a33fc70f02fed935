package import StrataGraph
package import StrataModel

extension ModelContext {
  /// Records an error for an invalid use of a property where nothing can be thrown. The next save
  /// throws it.
  package func recordMistake(
    of model: any PersistentModel, property: String, reason: String
  ) {
    let graph = graphs.first { $0 === model._$state.modelGraph } ?? graph
    graph.record(
      .invalidValue(object: model.persistentModelID, property: property, reason: reason))
  }

  /// Records an error where nothing can be thrown. The next save throws it.
  package func recordMistake(_ error: StackError) { graph.record(error) }
}
