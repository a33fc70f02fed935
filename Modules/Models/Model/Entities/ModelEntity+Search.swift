package import StrataSchema

extension _ModelEntity {
  /// The search index that `#Search` declares in the class itself, or nil if there is none.
  ///
  /// - Throws: `SchemaError.invalidSearch(entity:reason:)`.
  func ownSearch() throws(SchemaError) -> Schema.SearchIndex? {
    let inherited = superentity?.type._$schemaConstraints.count ?? 0
    let own = type._$schemaConstraints.dropFirst(inherited).compactMap { constraint in
      constraint.searchTokenizer.map { (constraint, $0) }
    }
    guard let (constraint, tokenizer) = own.first else { return nil }
    guard own.count == 1 else {
      throw .invalidSearch(entity: name, reason: "stands there \(own.count) times")
    }
    var names: [String] = []
    for keyPath in constraint.keyPathGroups.flatMap({ $0 }) {
      guard let property = property(at: keyPath), !property.isEphemeral, isText(property) else {
        throw .invalidSearch(
          entity: name,
          reason: "names \(words(for: keyPath)), which is no String or String? attribute")
      }
      names.append(property.name)
    }
    return Schema.SearchIndex(properties: names, tokenizer: tokenizer)
  }

  private func isText(_ property: Schema.PropertyMetadata) -> Bool {
    guard case .attribute(let valueType, _, _, _) = property.kind else { return false }
    return valueType == String.self || valueType == String?.self
  }

  /// The search index of the class, perhaps an inherited one, with the class that declares it. Nil if
  /// there is none.
  ///
  /// - Throws: `SchemaError.invalidSearch(entity:reason:)`, but not for a class in a container.
  package func search() throws(SchemaError) -> (owner: _ModelEntity, index: Schema.SearchIndex)? {
    if let inherited = try superentity?.search() { return inherited }
    guard let index = try ownSearch() else { return nil }
    return (self, index)
  }
}
