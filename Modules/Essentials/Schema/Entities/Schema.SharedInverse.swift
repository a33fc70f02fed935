extension Schema {
  /// A relationship that names an inverse which another relationship has claimed.
  ///
  /// An inverse can lead back to one relationship only, the one that is declared first. Each
  /// further one stores its own members, like a relationship without an inverse.
  public struct SharedInverse: Sendable, Hashable {
    /// The entity.
    public let entity: String
    /// Its relationship, which stores its own members.
    public let relationship: String
    /// The entity that it leads to.
    public let destination: String
    /// The property of the destination that it names as its inverse.
    public let inverse: String
    /// The relationship of the same entity that has claimed the inverse.
    public let other: String

    package init(
      entity: String, relationship: String, destination: String, inverse: String, other: String
    ) {
      self.entity = entity
      self.relationship = relationship
      self.destination = destination
      self.inverse = inverse
      self.other = other
    }
  }
}

extension Schema.SharedInverse: CustomStringConvertible {
  /// A message that names the properties and says what to write.
  public var description: String {
    """
    \(entity).\(relationship) names \(destination).\(inverse) as its inverse, which is \
    \(entity).\(other)'s: \(inverse) follows \(other) alone, and \(relationship) keeps its members by \
    itself. To have both ends agree, give \(destination) a property for it and write \
    @Relationship(inverse: \\\(destination).…) at \(entity).\(relationship); or write \
    @Relationship(inverse: nil) there
    """
  }
}
