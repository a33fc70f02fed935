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
    /// Whether small values are first; nil is smaller than any value.
    public var isAscending: Bool

    /// Describes a sort key.
    public init(_ expression: QueryExpression, isAscending: Bool = true) {
      self.expression = expression
      self.isAscending = isAscending
    }
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
