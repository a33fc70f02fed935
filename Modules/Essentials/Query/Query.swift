public import StrataSchema

/// A query for objects of an entity, with a condition, an order and a range.
public struct Query: Sendable, Hashable {
  /// The entity.
  public var entity: String
  /// The condition that objects must meet, or nil for all objects.
  public var predicate: QueryExpression?
  /// The sort keys, the most important first.
  ///
  /// Objects with equal keys are in order of insertion.
  public var sort: [Sort]
  /// The maximum number of objects, or nil for all.
  public var limit: Int?
  /// The number of objects to skip at the start.
  public var offset: Int
  /// The names of the attributes that are read together with the objects, or nil for all but those in external
  /// storage. An object reads the others when they are asked for.
  public var attributes: [String]?
  /// The position in the order behind which the objects are, or nil for all objects.
  package var position: Position?
  /// True for the opposite order, that of equal keys included. The objects are before the position then.
  package var isReversed = false

  /// A position in the order of a query: that of an object with some values.
  package struct Position: Sendable, Hashable {
    /// The values of the sort keys.
    package var values: [ColumnValue]
    /// The object's key, which decides between objects with equal values.
    package var key: Int64

    /// Creates a position.
    package init(values: [ColumnValue], key: Int64) {
      self.values = values
      self.key = key
    }
  }

  /// A sort key.
  public struct Sort: Sendable, Hashable {
    /// The expression to compare.
    public var expression: QueryExpression
    /// True for ascending order.
    public var isAscending: Bool
    /// The order of texts.
    public var collation: TextCollation
    /// The position of nil.
    ///
    /// By default nil is less than any value.
    public var nils: NilPlacement?

    /// Creates a sort key.
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

  /// A position of nil among values.
  public enum NilPlacement: Sendable, Hashable {
    /// Before all values, in either sort order.
    case first
    /// After all values, in either sort order.
    case last
  }

  /// The sort keys in the order in which the objects are found.
  package var directedSort: [Sort] { isReversed ? sort.map(\.reversed) : sort }

  /// Creates a query.
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

/// The assignment of one column in a batch update.
public struct QueryAssignment: Sendable, Hashable {
  /// The property.
  public let property: String
  /// The column, which may be a part of a composite value.
  public let column: ColumnDescription
  /// The new value.
  public let value: Value

  /// Creates an assignment.
  public init(_ property: String, _ column: ColumnDescription, _ value: Value) {
    self.property = property
    self.column = column
    self.value = value
  }

  /// The new value of a column.
  public enum Value: Sendable, Hashable {
    /// The same value for all objects.
    case constant(ColumnValue)
    /// The former value of another column of the object.
    case column(property: String, ColumnDescription)
    /// The former value plus a number.
    ///
    /// Nil remains nil, and a sum out of the range is an error.
    case sum(ColumnValue, within: ClosedRange<Int64>? = nil)
  }
}
