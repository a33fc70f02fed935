extension Schema {
  /// Relationships between two entities whose inverses are ambiguous, so that none of them are
  /// paired.
  public struct AmbiguousInverse: Sendable, Hashable {
    /// One entity.
    public let entity: String
    /// Its relationships to the other entity that name no inverse.
    public let relationships: [String]
    /// The other entity, which may be the same.
    public let destination: String
    /// The other entity's relationships to the first one that name no inverse.
    public let candidates: [String]

    package init(
      entity: String, relationships: [String], destination: String, candidates: [String]
    ) {
      self.entity = entity
      self.relationships = relationships
      self.destination = destination
      self.candidates = candidates
    }
  }
}

extension Schema.AmbiguousInverse: CustomStringConvertible {
  /// A message that lists the relationships and says what to write.
  public var description: String {
    let own = relationships.map { "\(entity).\($0)" }.joined(separator: ", ")
    let example =
      relationships.count == 1
      ? (entity, relationships[0], destination, candidates[0])
      : (destination, candidates.last ?? "", entity, relationships[0])
    let what =
      entity == destination
      ? "\(own) lead to \(entity) itself"
      : "\(own) lead\(relationships.count == 1 ? "s" : "") to \(destination), and "
        + candidates.map { "\(destination).\($0)" }.joined(separator: ", ") + " back"
    return """
      \(what): which belong together can't be told, and none are paired. Say so at one end, such as \
      @Relationship(inverse: \\\(example.2).\(example.3)) at \(example.0).\(example.1), or write \
      @Relationship(inverse: nil) where none is meant
      """
  }
}
