/// The objects of a fetch, read from the store a stretch at a time while they are gone through.
///
/// What belongs to the result is settled when it is made; an object that was deleted since is passed
/// over when its stretch is read, and its place filled by the last one before it.
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
  private let context: ModelContext
  private let identifiers: [Int64]
  private let batchSize: Int
  private let cache = Cache()

  private final class Cache {
    var batch = -1
    var models: [Int64: Element] = [:]
    var last: Element?
  }

  init(_ context: ModelContext, _ identifiers: [Int64], batchSize: Int) {
    self.context = context
    self.identifiers = identifiers
    self.batchSize = Swift.max(1, batchSize)
  }

  /// The first position.
  public var startIndex: Int { 0 }
  /// The position behind the last.
  public var endIndex: Int { identifiers.count }

  /// The object at a position.
  ///
  /// O(1), but for the first of each stretch, which reads the stretch.
  public subscript(position: Int) -> Element {
    let batch = position / batchSize
    if batch != cache.batch {
      let start = batch * batchSize
      let end = Swift.min(start + batchSize, identifiers.count)
      let models = context.graph.models(Element.self, keys: Array(identifiers[start..<end]))
      cache.models = .init(models.map { ($0._$state.key, $0) }, uniquingKeysWith: { one, _ in one })
      cache.batch = batch
    }
    if let model = cache.models[identifiers[position]] {
      cache.last = model
      return model
    }
    return cache.last ?? context.graph.blank(Element.self)
  }
}
