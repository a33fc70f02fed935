public import StrataStorage

/// What became of a store that was imported.
public struct CoreDataImport: Sendable, Hashable {
  /// How many objects of each entity were written, by entity.
  public internal(set) var objectCounts: [String: Int] = [:]
  /// How many links of many-to-many relationships were written.
  public internal(set) var linkCount = 0
  /// How many transactions of the history were written.
  public internal(set) var transactionCount = 0
  /// What couldn't be written, and why. The first ones of many; ``problemCount`` counts all.
  public internal(set) var problems: [Problem] = []
  /// How much couldn't be written.
  public internal(set) var problemCount = 0
  /// What was at odds with itself in the store already, and still is: relationships whose ends disagree.
  public internal(set) var faults: [StoreFault] = []
  /// What the model says that a store of ours has no counterpart of, and what the store has that the model
  /// doesn't explain.
  public internal(set) var notes: [String] = []

  /// How many problems are kept.
  static let limit = 1000

  /// Something that couldn't be written.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The object's entity; for the history, its table.
    public let entity: String
    /// The object's key, or the row's; 0 where it is about no single one.
    public let key: Int64
    /// The property; nil where the object as a whole is missing.
    public let property: String?
    /// Why.
    public let reason: String

    /// Where and why.
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
