public import StrataSchema

extension Schema.Attribute.Option {
  /// Stores the value as the data that a transformer of this class makes of it.
  public static func transformable(by transformer: ValueTransformer.Type) -> Self {
    .transformable
  }

  /// Stores the value as the data that a transformer makes of it, which you register under this
  /// name.
  public static func transformable(by name: String) -> Self { .transformable }
}
