package import StrataRuntime
package import StrataSchema
internal import Synchronization

/// A table from the components of key paths to the properties of a class, made once for each class.
package struct ModelParts {
  // The property's position for each component. A class and its superclass may have a component
  // each.
  private let positions: [(part: KeyPathParts.Identity, property: PropertyIndex)]
  private let entity: _ModelEntity

  private static let known = Mutex<[ObjectIdentifier: ModelParts]>([:])

  package static func of(_ entity: _ModelEntity) -> ModelParts {
    known.withLock { known in
      if let parts = known[ObjectIdentifier(entity)] { return parts }
      let parts = ModelParts(entity)
      known[ObjectIdentifier(entity)] = parts
      return parts
    }
  }

  private init(_ entity: _ModelEntity) {
    self.entity = entity
    let own = entity.properties.map { ($0.keypath, $0.index) }
    let inherited = entity.type._$subclassKeyPaths.enumerated().map {
      ($1, PropertyIndex($0))
    }
    positions = (own + inherited).compactMap { keyPath, index in
      KeyPathParts(keyPath)?.first.map { ($0, index) }
    }
  }

  /// Takes the next component of a key path and returns its property.
  package func property(at parts: inout KeyPathParts) -> Schema.PropertyMetadata? {
    let found = positions.filter { position in
      var other = parts
      return other.take(position.part)
    }
    // A linker that folds equal code can give two properties the same getter. Then the component is
    // ambiguous, and none is returned.
    guard let first = found.first, found.allSatisfy({ $0.property == first.property }),
      entity.properties.indices.contains(first.property.rawValue), parts.take(first.part)
    else { return nil }
    return entity.properties[first.property]
  }
}
