package import StrataSchema

extension _ModelEntity {
  /// Returns the property that a key path leads to, or nil if it leads to none.
  ///
  /// A subclass's key path to an inherited property isn't equal to its superclass's, so that both
  /// are looked up. A key path from generic code that knows the class by a protocol leads to no
  /// property: it names the protocol's requirement, not the property that implements it.
  package func property(at keyPath: AnyKeyPath) -> Schema.PropertyMetadata? {
    if let property = properties.first(where: { $0.keypath == keyPath }) { return property }
    guard let index = type._$subclassKeyPaths.firstIndex(of: keyPath) else { return nil }
    return properties.indices.contains(index) ? properties[index] : nil
  }
}
