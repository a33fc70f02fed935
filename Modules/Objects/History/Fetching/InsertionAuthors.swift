internal import Foundation
public import StrataContexts
internal import StrataGraph
public import StrataModel
internal import StrataSchema
internal import StrataStorage

/// The authors who inserted the objects of a class and its subclasses, according to the history.
///
/// An object that was inserted without an author, or before the oldest entry, has none. Of an object that returned after
/// its deletion you get the author of the return.
public struct InsertionAuthors: Sendable {
  /// The names of the classes, with those of earlier versions.
  private let entities: Set<String>
  private let store: String?
  /// Keys that ascend, as those of objects that were inserted together.
  private var ranges: [(first: Int64, last: Int64, author: TransactionAuthor)] = []
  /// The authors of keys behind which higher ones had been inserted: by programs at the same time, or again.
  private var others: [Int64: TransactionAuthor?] = [:]

  /// Reads the whole history of the class's store, an entry at a time.
  ///
  /// Memory: O(insertions that differ in their author from the one before).
  ///
  /// - Throws: `StorageError` if it can't be read.
  public init<Model: PersistentModel>(of type: Model.Type, in context: ModelContext) throws {
    let graph = context.graph(of: type)
    store = graph.store.identifier.uuidString
    let kinds = graph.knownIndex(of: type).map { graph.entities[$0].kinds } ?? []
    entities = Set(
      kinds.map { graph.entities[$0].table.entity }.flatMap { [$0.name, $0.originalName] })
    var highest = Int64.min
    try graph.reader.forEachInsertion(of: entities) { name, keys in
      // Another program may have recorded a name that is no valid author. Nobody could save as that one.
      let author = name.flatMap { try? TransactionAuthor($0) }
      for key in keys {
        guard key > highest else {
          others[key] = .some(author)
          continue
        }
        highest = key
        guard let author else { continue }
        if let last = ranges.last, last.last + 1 == key, last.author == author {
          ranges[ranges.count - 1].last = key
        } else {
          ranges.append((key, key, author))
        }
      }
    }
  }

  /// Returns the author who inserted an object, or nil if the history doesn't say it.
  ///
  /// - Complexity: O(log(number of insertions by another author than the one before)).
  public func author(of object: some PersistentModel) -> TransactionAuthor? {
    let identifier = object.persistentModelID
    guard identifier.storeIdentifier == store, entities.contains(identifier.entityName) else {
      return nil
    }
    if let author = others[identifier.key] { return author }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < identifier.key { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].first <= identifier.key else { return nil }
    return ranges[low].author
  }
}
