/// Which objects of an entity are wanted, in which order.
public struct Query: Sendable, Hashable {
  /// The entity.
  public var entity: String
  /// What they must meet; nil for all.
  public var predicate: QueryExpression?
  /// What they are ordered by, first key first; objects with equal keys are in order of insertion.
  public var sort: [Sort]
  /// At most so many; nil for all.
  public var limit: Int?
  /// So many are left out at the start.
  public var offset: Int

  /// One sort key.
  public struct Sort: Sendable, Hashable {
    /// What is compared.
    public var expression: QueryExpression
    /// Whether small values are first.
    public var isAscending: Bool
    /// How texts are compared.
    public var collation: TextCollation
    /// Where nil stands; without it, nil is smaller than any value.
    public var nils: NilPlacement?

    /// Describes a sort key.
    public init(
      _ expression: QueryExpression, isAscending: Bool = true, collation: TextCollation = .binary,
      nils: NilPlacement? = nil
    ) {
      self.expression = expression
      self.isAscending = isAscending
      self.collation = collation
      self.nils = nils
    }
  }

  /// Where nil stands among values.
  public enum NilPlacement: Sendable, Hashable {
    /// Before all values, whichever way they are sorted.
    case first
    /// Behind all values, whichever way they are sorted.
    case last
  }

  /// Describes a query.
  public init(
    entity: String, predicate: QueryExpression? = nil, sort: [Sort] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }
}
