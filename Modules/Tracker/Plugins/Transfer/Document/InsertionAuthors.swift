import Strata
import StrataStack
import StrataStorage

/// Who has inserted which objects of a class, as far as the history tells.
///
/// Objects that were inserted together have keys one behind the other, so that ranges of them are kept.
struct InsertionAuthors {
  private var ranges: [(first: Int64, last: Int64, author: TransactionAuthor)] = []

  init<Model: PersistentModel>(of type: Model.Type, in context: ModelContext) throws {
    try context.graph(of: type).reader.forEachInsertion(of: "\(type)") { author, keys in
      // What a program has called itself that is no name can't be taken in again.
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

  /// O(log(number of ranges)).
  func author(of object: some PersistentModel) -> TransactionAuthor? {
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
