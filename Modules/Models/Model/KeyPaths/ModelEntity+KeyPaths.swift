package import StrataSchema

extension ModelEntity {
  /// The property that a key path leads to; nil when it leads elsewhere.
  ///
  /// A subclass's key path to an inherited property is another value than its superclass's. That of code
  /// which knows the class by a protocol leads to none: it doesn't say which property the class has for
  /// the protocol's.
  package func property(at keyPath: AnyKeyPath) -> Schema.PropertyMetadata? {
    if let property = properties.first(where: { $0.keypath == keyPath }) { return property }
    guard let index = type._$subclassKeyPaths.firstIndex(of: keyPath) else { return nil }
    return properties.indices.contains(index) ? properties[index] : nil
  }
}
