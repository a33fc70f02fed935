public import StrataStorage
public import Foundation
import StrataDescriptions
import StrataSchema

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

extension CoreDataStore {
  /// Imports the whole store into a new one: objects with their keys, relationships with their
  /// orders, and the history.
  ///
  ///     let report = try CoreDataStore(url: old).importAll(to: new)
  ///     print(report.problemCount, "problems")
  ///
  /// Content that can't be imported, such as an object without a required value, is left out and
  /// reported. The import writes a temporary file in the destination's folder in one transaction,
  /// and renames it when it is complete. O(size of the store).
  ///
  /// - Parameters:
  ///   - destination: The new file, which mustn't exist.
  ///   - progress: Called every 1,000 rows with the number of rows done. Throw to cancel.
  /// - Throws: ``CoreDataStoreError``, `StorageError`, or errors of `progress`. No file is left
  ///   behind then.
  public func importAll(
    to destination: URL, progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> CoreDataImport {
    let schema = try Schema(model)
    let source = try store(of: schema, checksValues: true)
    return try ImportPlace(destination).fill { part in
      // Doesn't escape: the import ends before this closure returns.
      try withoutActuallyEscaping(progress) { progress in
        var run = try StoreImport(
          self, source, try Store.open(schema, at: part), progress: progress)
        return try run.run()
      }
    }
  }
}
