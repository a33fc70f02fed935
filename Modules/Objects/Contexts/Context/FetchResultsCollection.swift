import StrataGraph
public import StrataModel

/// The results of a fetch, which are read from the store in batches while you iterate.
///
/// ```swift
/// for trip in try context.fetch(descriptor, batchSize: 500) where trip.modelContext != nil {
///   total += trip.distance
/// }
/// ```
///
/// The fetch determines the objects of the result. If an object is deleted afterwards, the
/// collection contains a placeholder with empty values and a unique identifier, which belongs to no
/// context. Its `modelContext` is nil. If an object can't be read, the collection
/// contains a placeholder as well, and the context records the error in
/// ``ModelContext/readFailures``.
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
  private let storage: Storage

  private enum Storage {
    case models([Element])
    case batches(Batches)
  }

  /// Creates a collection of objects that are in memory.
  package init(_ models: [Element]) { storage = .models(models) }

  /// Reads the first batch that contains an object. Deleted objects before that are omitted.
  ///
  /// - Parameter attributes: The names of the attributes to read, or nil for all but those in external storage.
  init(
    _ context: ModelContext, _ identifiers: [Int64], batchSize: Int, attributes: [String]?
  ) throws {
    let size = Swift.max(1, batchSize)
    let graph = context.graph(of: Element.self)
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let keys = Array(identifiers[start..<Swift.min(start + size, identifiers.count)])
      let models = try graph.readModels(Element.self, keys: keys, attributes: attributes)
      let found = Dictionary(
        models.map { ($0._$state.key, $0) }, uniquingKeysWith: { first, _ in first })
      guard let index = keys.firstIndex(where: { found[$0] != nil }), let model = found[keys[index]]
      else { continue }
      let rest = Array(identifiers[(start + index)...])
      storage = .batches(
        Batches(context, rest, first: model, batchSize: size, attributes: attributes))
      return
    }
    storage = .models([])
  }

  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last object.
  public var endIndex: Int {
    switch storage {
    case .models(let models): models.count
    case .batches(let batches): batches.identifiers.count
    }
  }

  /// The object at a position.
  ///
  /// O(1), except that the first access to a batch reads all of it.
  public subscript(position: Int) -> Element {
    switch storage {
    case .models(let models): models[position]
    case .batches(let batches): batches[position]
    }
  }

  private final class Batches {
    let identifiers: [Int64]
    private let context: ModelContext
    private let batchSize: Int
    private let attributes: [String]?
    private var batch = -1
    private var models: [Int64: Element] = [:]
    /// Placeholders for objects that were deleted or can't be read.
    private var placeholders: [Int64: Element] = [:]
    private let first: Element
    /// Represents the collection in recorded failures, which would otherwise retain the context.
    private final class Subject {}
    private let subject = Subject()

    init(
      _ context: ModelContext, _ identifiers: [Int64], first: Element, batchSize: Int,
      attributes: [String]?
    ) {
      self.attributes = attributes
      self.first = first
      self.context = context
      self.identifiers = identifiers
      self.batchSize = batchSize
    }

    subscript(position: Int) -> Element {
      let needed = position / batchSize
      if needed != batch {
        let start = needed * batchSize
        let end = Swift.min(start + batchSize, identifiers.count)
        models = .init(
          read(start..<end).map { ($0._$state.key, $0) }, uniquingKeysWith: { one, _ in one })
        batch = needed
      }
      let key = identifiers[position]
      if let model = models[key] ?? placeholders[key] { return model }
      // A class has no placeholder if a constant's type has no empty value.
      guard let placeholder = Element.blank() else { return first }
      placeholders[key] = placeholder
      return placeholder
    }

    // A collection can't throw, so the context records the error as a read failure.
    private func read(_ range: Range<Int>) -> [Element] {
      let graph = context.graph(of: Element.self)
      let keys = Array(identifiers[range])
      do {
        return try graph.readModels(Element.self, keys: keys, attributes: attributes)
      } catch {
        let failure = StackError.unreadable(
          object: graph.identifier(of: Element.self, keys[0]), property: nil, reason: "\(error)")
        graph.recordFailure(failure, of: subject, .rows(from: range.lowerBound)) {
          [unowned graph] in
          _ = try graph.readModels(Element.self, keys: keys)
        }
        graph.deliverNotices()
        return graph.readableModels(Element.self, keys: keys)
      }
    }
  }
}
