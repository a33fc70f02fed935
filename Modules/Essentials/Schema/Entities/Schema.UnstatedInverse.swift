extension Schema {
  /// An inverse that neither end names, inferred because exactly one property of each entity leads
  /// to the other.
  public struct UnstatedInverse: Sendable, Hashable {
    /// The entity.
    public let entity: String
    /// Its relationship.
    public let relationship: String
    /// The entity that it leads to.
    public let destination: String
    /// The destination's property that leads back.
    public let inverse: String
    /// True if SwiftData would leave both without an inverse.
    public let isBeyondSwiftData: Bool
  }

  /// The relationships whose inverses are inferred, each pair once.
  ///
  /// Adding another relationship between the two entities would make them ambiguous.
  public var inferredInverses: [UnstatedInverse] {
    var seen: Set<String> = []
    return entities.flatMap { entity in
      entity.ownProperties.compactMap { property -> UnstatedInverse? in
        // An inverse is most often stated at a to-many end.
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
  /// The declaration to write.
  public var description: String {
    "@Relationship(inverse: \\\(destination).\(inverse)) at \(entity).\(relationship)"
  }
}
