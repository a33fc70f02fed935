package import StrataGraph
package import StrataModel

extension ModelContext {
  /// Records that something was done with an object's property that comes to nothing, where nothing can be
  /// thrown: the next save throws it.
  package func recordMistake(
    of model: any PersistentModel, property: String, reason: String
  ) {
    let graph = graphs.first { $0 === model._$state.modelGraph } ?? graph
    graph.record(
      .invalidValue(object: model.persistentModelID, property: property, reason: reason))
  }

  /// Records the same of an object that has no values: the next save throws it.
  package func recordMistake(_ error: StackError) { graph.record(error) }
}
