/// What follows the entity in a query:
/// `[where PREDICATE] [sort by KEYPATH [asc|desc], …] [limit N] [offset N]`.
public struct QuerySyntax: Sendable, Hashable {
  /// The condition after `where`; `nil` if there is none.
  public var predicate: PredicateSyntax?
  /// What the results are sorted by, the most important first.
  public var sort: [SortSyntax]
  /// How many results there are at most; `nil` if there may be any number.
  public var limit: Int?
  /// How many results are left out at the beginning; `nil` if none are.
  public var offset: Int?

  /// Makes a query.
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

/// One key that results are sorted by.
///
/// Two sort keys are equal when their paths and directions are; where they stood in the text
/// doesn't count.
public struct SortSyntax: Sendable {
  /// The path to the property.
  public let path: [KeyPathComponent]
  /// Whether smaller values come first.
  public let ascending: Bool
  /// Where the key stands in the text.
  public let range: SourceRange

  /// Makes a sort key.
  public init(path: [KeyPathComponent], ascending: Bool = true, range: SourceRange = .unknown) {
    self.path = path
    self.ascending = ascending
    self.range = range
  }
}

extension SortSyntax: Hashable {
  /// Whether two sort keys have the same path and direction.
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
  /// The key's canonical text; only `desc` is written out.
  public var description: String {
    ascending ? path.keyPathText : path.keyPathText + " desc"
  }
}
