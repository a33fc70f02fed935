public import StrataDescriptions
public import StrataModel
public import StrataSchema

extension ManagedObjectModel {
  /// The model of some model classes, of the classes that they inherit from, and of all that their
  /// relationships lead to.
  ///
  /// - Throws: `SchemaError` where the classes don't fit together.
  public static func makeManagedObjectModel(
    for types: [any PersistentModel.Type]
  ) throws(SchemaError) -> ManagedObjectModel {
    let schema = Schema(types)
    if let problem = schema.problem { throw problem }
    return ManagedObjectModel(schema)
  }
}
