public import StrataStorage

/// The result of importing a store.
public struct CoreDataImport: Sendable, Hashable {
  /// The number of imported objects, by entity.
  public internal(set) var objectCounts: [String: Int] = [:]
  /// The number of imported links of many-to-many relationships.
  public internal(set) var linkCount = 0
  /// The number of imported transactions of the history.
  public internal(set) var transactionCount = 0
  /// The content that couldn't be imported, with reasons. The list is limited: ``problemCount`` has
  /// the total.
  public internal(set) var problems: [Problem] = []
  /// The number of problems.
  public internal(set) var problemCount = 0
  /// Inconsistencies that the original store already had: relationships whose two ends disagree.
  public internal(set) var faults: [StoreFault] = []
  /// Features of the model that our stores don't support, and content of the store that the model
  /// doesn't describe.
  public internal(set) var notes: [String] = []

  /// The greatest number of problems in the list.
  static let limit = 1000

  /// A value, object, link or transaction that couldn't be imported.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The object's entity, or a table of the history.
    public let entity: String
    /// The object's key, or the row's. It is 0 if the problem isn't about a single row.
    public let key: Int64
    /// The property's name, or nil if the whole object is missing.
    public let property: String?
    /// The reason.
    public let reason: String

    /// The object, the property and the reason.
    public var description: String {
      "\(entity)/p\(key)\(property.map { ".\($0)" } ?? ""): \(reason)"
    }
  }

  mutating func add(_ entity: String, _ key: Int64, _ property: String? = nil, _ reason: String) {
    add(Problem(entity: entity, key: key, property: property, reason: reason))
  }

  mutating func addProblems(of other: CoreDataImport) {
    for problem in other.problems { add(problem) }
    problemCount += other.problemCount - other.problems.count
  }

  mutating func add(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.limit { problems.append(problem) }
  }
}
