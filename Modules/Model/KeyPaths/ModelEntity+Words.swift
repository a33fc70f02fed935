import StrataRuntime

extension ModelEntity {
  /// A key path from an object of the entity on, as a person would write it; a part that is no persisted
  /// property is told by its type.
  package func words(for keyPath: AnyKeyPath) -> String {
    guard var parts = KeyPathParts(keyPath) else { return "\(keyPath)" }
    var words = "\\\(name)"
    var entity: ModelEntity? = self
    while !parts.isEmpty {
      if let found = entity.flatMap({ ModelParts.of($0).property(at: &parts) }) {
        words += ".\(found.name)"
        entity = nil
        if case .relationship(let destination, true, _) = found.kind {
          entity = destination._$entity
        }
      } else {
        words += parts.takeAny()
        entity = nil
      }
      words += parts.takeOptional()
    }
    return words
  }
}
