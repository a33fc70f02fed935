import StrataModel
package import StrataObservation
package import StrataSchema

// For stores that are opened one after another: each has its own container, and another container
// combines their stores.
extension ModelContainer {
  /// Creates a container with a store for a part of a schema.
  ///
  /// - Parameter changes: The feed of saves, which containers of the same stores share.
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  package convenience init(
    part schema: Schema, configuration: ModelConfiguration, changes: ChangeFeed
  ) throws {
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    self.init(try ContainerCore(models, schema, [configuration], nil, changes: changes))
  }

  /// Creates a container with the stores of at least one other, whose classes are distinct.
  package convenience init(
    joining containers: [ModelContainer], schema: Schema, changes: ChangeFeed
  ) {
    self.init(ContainerCore(joining: containers.map(\.core), schema, changes: changes))
  }
}
