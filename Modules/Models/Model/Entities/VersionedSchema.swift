public import StrataSchema

/// A version of a program's models.
public protocol VersionedSchema: SendableMetatype {
  /// The model classes of the version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number.
  static var versionIdentifier: Schema.Version { get }
}
