/// Checks that the inverse of a relationship leads back to it.
///
/// Schemas of classes, described models and model files all go through it. An object is at both ends of a
/// pair only if each end names the other, and leads to the entity that declares the other.
package struct InverseCheck {
  /// A relationship, as far as the check needs it.
  package struct End {
    package let name: String
    /// The entity that it leads to, or nil if none is stated.
    package let destination: String?
    /// The inverse that it has, or nil for none.
    package let inverse: String?

    package init(name: String, destination: String?, inverse: String?) {
      self.name = name
      self.destination = destination
      self.inverse = inverse
    }
  }

  /// The reason why a stated inverse doesn't lead back.
  package enum Fault: Error, Hashable {
    /// The destination neither declares nor inherits a relationship with the inverse's name.
    case missing
    /// The inverse's own inverse is another relationship, or none.
    case notMutual(String?)
    /// The inverse leads to another entity, or to none.
    case leadsElsewhere(String?)
    /// The destination inherits the inverse, so that objects of other classes can be at that end.
    case inherited(from: String)
  }

  private let superentities: [String: String]
  private let ends: [String: [String: End]]
  private let maximumDepth: Int

  /// Creates the check of some entities.
  ///
  /// - Parameters:
  ///   - entities: The entities with the relationships that they declare themselves.
  ///   - maximumDepth: The number of superentities that are followed, for models that nobody has checked.
  package init(
    _ entities: some Sequence<(name: String, superentity: String?, relationships: [End])>,
    maximumDepth: Int = .max
  ) {
    var superentities: [String: String] = [:]
    var ends: [String: [String: End]] = [:]
    for entity in entities where ends[entity.name] == nil {
      superentities[entity.name] = entity.superentity
      ends[entity.name] = Dictionary(entity.relationships.map { ($0.name, $0) }) { first, _ in first
      }
    }
    self.superentities = superentities
    self.ends = ends
    self.maximumDepth = maximumDepth
  }

  /// Returns the inverse of a relationship and the entity that declares it, or nil if none is stated.
  ///
  /// O(depth of inheritance).
  ///
  /// - Parameter entity: The entity that declares the relationship.
  /// - Throws: A ``Fault`` if the inverse doesn't lead back.
  package func inverse(
    of relationship: End, declaredBy entity: String
  ) throws(Fault) -> (entity: String, end: End)? {
    guard let name = relationship.inverse else { return nil }
    guard let destination = relationship.destination, let found = end(name, of: destination) else {
      throw .missing
    }
    if let back = found.end.destination {
      let own = end(relationship.name, of: entity)?.entity
      guard let returned = end(relationship.name, of: back)?.entity, returned == own else {
        throw .leadsElsewhere(back)
      }
    }
    guard found.end.inverse == relationship.name else { throw .notMutual(found.end.inverse) }
    guard found.end.destination != nil else { throw .leadsElsewhere(nil) }
    return found
  }

  /// Finds a relationship that an entity declares or inherits. If several declare it, the highest one has it.
  private func end(_ name: String, of entity: String) -> (entity: String, end: End)? {
    var found: (String, End)?
    var next: String? = entity
    var seen: Set<String> = []
    while let owner = next, seen.count <= maximumDepth, seen.insert(owner).inserted {
      if let end = ends[owner]?[name] { found = (owner, end) }
      next = superentities[owner]
    }
    return found
  }

  /// The relationships of an entity that lead to another one.
  fileprivate func ends(of entity: String, leadingTo other: String) -> [String] {
    (ends[entity] ?? [:]).values.filter { $0.destination == other }.map(\.name).sorted()
  }
}

extension InverseCheck.Fault {
  /// The end of a sentence that begins with "the inverse of Customer.orders", with a remedy.
  package func reason(of relationship: InverseCheck.End, declaredBy entity: String) -> String {
    let inverse = "is \(relationship.destination ?? "nothing").\(relationship.inverse ?? "nothing")"
    return switch self {
    case .missing: "\(inverse), which is no relationship of it; choose another"
    case .notMutual(let other):
      "\(inverse), whose own is \(other ?? "none"); let each be the other's"
    case .leadsElsewhere(let other):
      "\(inverse), which leads to \(other ?? "nothing"); let it lead to \(entity)"
    case .inherited(let owner):
      "\(inverse), which belongs to \(owner); let the relationship lead to \(owner)"
    }
  }
}

extension Schema {
  /// Checks that each inverse leads back to exactly the entity that declares the relationship.
  ///
  /// - Throws: ``SchemaError/invalidInverse(entity:relationship:reason:)``.
  func checkInverses() throws(SchemaError) {
    let check = InverseCheck(
      entities.lazy.map { entity in
        (entity.name, entity.superentityName, entity.ownRelationships.map { InverseCheck.End($0) })
      })
    for entity in entities {
      for relationship in entity.ownRelationships where relationship.inverseName != nil {
        let end = InverseCheck.End(relationship)
        do throws(InverseCheck.Fault) {
          guard let inverse = try check.inverse(of: end, declaredBy: entity.name) else { continue }
          if inverse.entity != relationship.destination {
            throw .inherited(from: inverse.entity)
          }
          if let back = inverse.end.destination, back != entity.name { throw .leadsElsewhere(back) }
        } catch {
          throw .invalidInverse(
            entity: entity.name, relationship: relationship.name,
            reason: error.reason(of: end, declaredBy: entity.name)
              + advice(error, on: relationship, of: entity, check))
        }
      }
    }
  }

  /// The line of code that mends an inverse of a class.
  private func advice(
    _ fault: InverseCheck.Fault, on relationship: Relationship, of entity: Entity,
    _ check: InverseCheck
  ) -> String {
    guard modelTypes != nil, case .leadsElsewhere(let back) = fault,
      let inverse = relationship.inverseName
    else { return "" }
    let type = relationship.inverseIsToOne ? "\(entity.name)?" : "[\(entity.name)]"
    var text = ", as in 'var \(inverse): \(type)'"
    let others = check.ends(of: relationship.destination, leadingTo: entity.name)
    if others.count == 1 {
      text +=
        ", or write '@Relationship(inverse: \\\(relationship.destination).\(others[0])) var "
        + "\(relationship.name)'"
    } else if let back, let other = entitiesByName[back], entity.isKind(of: other) {
      text += ", or declare '\(relationship.name)' in \(back)"
    }
    return text
  }
}

extension Schema.Entity {
  /// The relationships that the entity declares itself.
  fileprivate var ownRelationships: [Schema.Relationship] {
    ownProperties.compactMap { if case .relationship(let one) = $0 { one } else { nil } }
  }
}

extension InverseCheck.End {
  fileprivate init(_ relationship: Schema.Relationship) {
    self.init(
      name: relationship.name, destination: relationship.destination,
      inverse: relationship.inverseName)
  }
}
