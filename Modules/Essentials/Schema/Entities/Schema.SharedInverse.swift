extension Schema {
  /// A relationship that names an inverse which is another one's already.
  ///
  /// An inverse can lead back to one relationship only. The one that is declared first has it; each
  /// further one keeps its own members, as one without an inverse does.
  public struct SharedInverse: Sendable, Hashable {
    /// The entity.
    public let entity: String
    /// Its relationship, which keeps its members by itself.
    public let relationship: String
    /// The entity that it leads to.
    public let destination: String
    /// The property there that it names as its inverse.
    public let inverse: String
    /// The relationship of the same entity whose inverse that is.
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
  /// What isn't kept true, and what to write.
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
