public import StrataContexts
public import StrataModel
internal import StrataStorage

/// The authors who inserted the objects of a class, according to the history.
///
/// Objects that were inserted together have consecutive keys, so ranges of keys are kept. An object that was inserted without
/// an author, or before the oldest entry, has none.
public struct InsertionAuthors: Sendable {
  private var ranges: [(first: Int64, last: Int64, author: TransactionAuthor)] = []

  /// Reads the whole history of the class's store, an entry at a time.
  ///
  /// - Throws: `StorageError` if it can't be read.
  public init<Model: PersistentModel>(of type: Model.Type, in context: ModelContext) throws {
    try context.graph(of: type).reader.forEachInsertion(of: "\(type)") { author, keys in
      // Another program may have recorded a name that is no valid author. Nobody could save as that one.
      guard let author = author.flatMap({ try? TransactionAuthor($0) }) else { return }
      for key in keys {
        if let last = ranges.last, last.last + 1 == key, last.author == author {
          ranges[ranges.count - 1].last = key
        } else {
          ranges.append((key, key, author))
        }
      }
    }
    ranges.sort { $0.first < $1.first }
  }

  /// Returns the author who inserted an object. O(log(number of ranges)).
  public func author(of object: some PersistentModel) -> TransactionAuthor? {
    let key = object.persistentModelID.key
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < key { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].first <= key else { return nil }
    return ranges[low].author
  }
}
