/// The text after the entity in a query: `[where PREDICATE] [sort by KEYPATH [asc|desc], …] [limit
/// N] [offset N]`.
public struct QuerySyntax: Sendable, Hashable {
  /// The condition after `where`, or `nil` if there is none.
  public var predicate: PredicateSyntax?
  /// The sort keys, the most important first.
  public var sort: [SortSyntax]
  /// The maximum number of results, or `nil` for any number.
  public var limit: Int?
  /// The number of results to skip at the start, or `nil` for none.
  public var offset: Int?

  /// Creates a query.
  public init(
    predicate: PredicateSyntax? = nil, sort: [SortSyntax] = [], limit: Int? = nil,
    offset: Int? = nil
  ) {
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }
}

extension QuerySyntax: CustomStringConvertible {
  /// The query's canonical text, which parses to an equal query.
  public var description: String {
    var clauses: [String] = []
    if let predicate { clauses.append("where \(predicate)") }
    if !sort.isEmpty {
      clauses.append("sort by " + sort.map(\.description).joined(separator: ", "))
    }
    if let limit { clauses.append("limit \(limit)") }
    if let offset { clauses.append("offset \(offset)") }
    return clauses.joined(separator: " ")
  }
}

/// A sort key.
///
/// Two sort keys are equal if their paths and directions are. Their positions in the text don't
/// matter.
public struct SortSyntax: Sendable {
  /// The path to the property.
  public let path: [KeyPathComponent]
  /// True for ascending order.
  public let ascending: Bool
  /// The position in the text.
  public let range: SourceRange

  /// Creates a sort key.
  public init(path: [KeyPathComponent], ascending: Bool = true, range: SourceRange = .unknown) {
    self.path = path
    self.ascending = ascending
    self.range = range
  }
}

extension SortSyntax: Hashable {
  /// Returns true if both sort keys have the same path and direction.
  public static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.ascending == right.ascending
  }

  /// Hashes the path and the direction.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(ascending)
  }
}

extension SortSyntax: CustomStringConvertible {
  /// The key's canonical text, in which only `desc` is written.
  public var description: String {
    ascending ? path.keyPathText : path.keyPathText + " desc"
  }
}
