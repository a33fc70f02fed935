public import StrataDescriptions
public import StrataModel
public import StrataSchema

extension ManagedObjectModel {
  /// Creates the model of some model classes, their superclasses, and all classes that they are
  /// related to.
  ///
  /// - Throws: `SchemaError` if the classes don't fit together.
  public static func makeManagedObjectModel(
    for types: [any PersistentModel.Type]
  ) throws(SchemaError) -> ManagedObjectModel {
    let schema = Schema(types)
    if let problem = schema.problem { throw problem }
    return ManagedObjectModel(schema)
  }
}
