public import StrataSchema

extension Schema.Attribute.Option {
  /// The value is kept as the data that a transformer of this class makes of it.
  public static func transformable(by transformer: ValueTransformer.Type) -> Self {
    .transformable
  }

  /// The value is kept as the data that a transformer registered under this name makes of it.
  public static func transformable(by name: String) -> Self { .transformable }
}
