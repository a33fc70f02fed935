extension Schema {
  /// An inverse that neither end names: the two are the only properties that lead from one entity to the
  /// other and back.
  public struct UnstatedInverse: Sendable, Hashable {
    /// The entity.
    public let entity: String
    /// Its relationship.
    public let relationship: String
    /// The entity that it leads to.
    public let destination: String
    /// The property there that leads back.
    public let inverse: String
    /// Whether SwiftData would leave both without an inverse.
    public let isBeyondSwiftData: Bool
  }

  /// The relationships that are paired though neither end names the other, each pair once. A further
  /// relationship between the two entities would leave them unpaired.
  public var inferredInverses: [UnstatedInverse] {
    var seen: Set<String> = []
    return entities.flatMap { entity in
      entity.ownProperties.compactMap { property -> UnstatedInverse? in
        // A to-many end is where an inverse is mostly written.
        guard case .relationship(let end) = property, let inverse = end.inverseName,
          end.inverseOrigin != .explicit, !end.isToOne || end.inverseIsToOne
        else { return nil }
        let pair = ["\(entity.name).\(end.name)", "\(end.destination).\(inverse)"].sorted()
        guard seen.insert(pair.joined(separator: " ")).inserted else { return nil }
        return UnstatedInverse(
          entity: entity.name, relationship: end.name, destination: end.destination,
          inverse: inverse, isBeyondSwiftData: end.inverseOrigin == .inferredBeyondSwiftData)
      }
    }
  }

  /// The relationships that SwiftData would leave without an inverse, each pair once.
  public var inversesBeyondSwiftData: [UnstatedInverse] {
    inferredInverses.filter(\.isBeyondSwiftData)
  }
}

extension Schema.UnstatedInverse: CustomStringConvertible {
  /// What to write where.
  public var description: String {
    "@Relationship(inverse: \\\(destination).\(inverse)) at \(entity).\(relationship)"
  }
}
