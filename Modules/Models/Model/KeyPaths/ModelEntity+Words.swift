import StrataRuntime
package import StrataSchema

extension _ModelEntity {
  /// Describes a key path from this entity as source code, for error messages.
  ///
  /// A computed property is named if its class declares it between its braces. Any other part that is no
  /// persisted property is described by its type.
  package func words(for keyPath: AnyKeyPath) -> String {
    guard var parts = KeyPathParts(keyPath) else { return "\(keyPath)" }
    let isGeneric =
      parts.count == 1 && parts.hasArguments && property(at: keyPath) == nil
    var words = "\\\(name)"
    var entity: _ModelEntity? = self
    while !parts.isEmpty {
      if let found = entity.flatMap({ ModelParts.of($0).property(at: &parts) }) {
        words += ".\(found.name)"
        entity = nil
        if case .relationship(let destination, true, _) = found.kind {
          entity = destination._$entity
        }
      } else if let name = entity?.takeComputedProperty(from: &parts) {
        words += ".\(name)"
        entity = nil
      } else {
        words += parts.takeAny()
        entity = nil
      }
      words += parts.takeOptional()
    }
    if isGeneric {
      words +=
        " (of generic code, which doesn't say what \(name) has for a protocol's property: let the protocol "
        + "ask for a key path as well, `static var path: any KeyPath<Self, "
        + "\(Swift.type(of: keyPath).valueType)> & Sendable { get }`, and use that)"
    }
    return words
  }

  /// The name of the computed property that a key path leads to, or nil if the class doesn't declare one
  /// between its braces.
  package func computedProperty(at keyPath: AnyKeyPath) -> String? {
    guard var parts = KeyPathParts(keyPath), parts.count == 1 else { return nil }
    return takeComputedProperty(from: &parts)
  }

  /// Takes the next component if it is a computed property, and returns its name.
  private func takeComputedProperty(from parts: inout KeyPathParts) -> String? {
    // A linker that folds equal code can give two properties the same getter.
    var names: Set<String> = []
    for property in type._$unstoredProperties {
      var rest = parts
      guard let own = KeyPathParts(property.keyPath)?.first, rest.take(own) else { continue }
      names.insert(property.name)
    }
    guard names.count == 1, let name = names.first else { return nil }
    _ = parts.takeAny()
    return name
  }
}

extension _ModelEntity {
  /// Returns the index of the property that a key path leads to, or nil if it leads to none.
  ///
  /// A subclass's key path to an inherited property isn't equal to its superclass's, so that both
  /// are looked up. A key path from generic code that knows the class by a protocol leads to no
  /// property: it names the protocol's requirement, not the property that implements it.
  func propertyIndex(at keyPath: AnyKeyPath) -> Int? {
    if let index = properties.firstIndex(where: { $0.keypath == keyPath }) { return index }
    return type._$subclassKeyPaths.firstIndex(of: keyPath).flatMap {
      properties.indices.contains($0) ? $0 : nil
    }
  }

  /// Returns the property that a key path leads to, or nil if it leads to none.
  package func property(at keyPath: AnyKeyPath) -> Schema.PropertyMetadata? {
    propertyIndex(at: keyPath).map { properties[$0] }
  }
}
