import StrataDescriptions

extension ManagedObjectModel {
  /// The model as the store sees it. O(number of properties).
  ///
  /// Each transient relationship becomes a transient attribute, and stored relationships lose a
  /// transient inverse.
  var storedForm: ManagedObjectModel {
    guard ownEntities.contains(where: { $0.relationships.contains(where: \.isTransient) }) else {
      return self
    }
    var stored = self
    for index in ownEntities.indices {
      stored.entities[index].properties = ownEntities[index].properties.map { property in
        guard case .relationship(var link) = property else { return property }
        guard link.isTransient else {
          if isTransient(link.inverseName, of: link.destinationEntityName) {
            link.inverseName = nil
          }
          return .relationship(link)
        }
        var value = AttributeDescription(name: link.name, type: .undefined)
        value.isTransient = true
        return .attribute(value)
      }
    }
    return stored
  }

  private func isTransient(_ name: String?, of entity: String?) -> Bool {
    guard let name, let entity = entity.flatMap({ self.entity(named: $0) }),
      case .relationship(let inverse)? = property(named: name, of: entity)
    else { return false }
    return inverse.isTransient
  }
}
