import StrataModel
package import StrataObservation
package import StrataSchema

// Where stores are opened one after another, each has a container of its own, and one for all of them is made
// of those.
extension ModelContainer {
  /// A container of a store for a part of a schema.
  ///
  /// - Parameter changes: What is told of saves, which containers with the same stores share.
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  package convenience init(
    part schema: Schema, configuration: ModelConfiguration, changes: ChangeFeed
  ) throws {
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    self.init(try ContainerCore(models, schema, [configuration], nil, changes: changes))
  }

  /// A container of the stores of others, at least one, each with other classes.
  package convenience init(
    joining containers: [ModelContainer], schema: Schema, changes: ChangeFeed
  ) {
    self.init(ContainerCore(joining: containers.map(\.core), schema, changes: changes))
  }
}
