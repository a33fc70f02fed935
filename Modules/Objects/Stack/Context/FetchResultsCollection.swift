import StrataGraph
public import StrataModel

/// The objects of a fetch, read from the store a stretch at a time while they are gone through.
///
/// What belongs to the result is settled when it is made. Where an object was deleted since there is a
/// placeholder: it has empty values, belongs to no context, and has an identifier that no other object has. Its
/// ``PersistentModel/modelContext`` is nil. Where an object can't be read there is a placeholder too, and the
/// context has one more of its ``ModelContext/readFailures``.
///
///     for trip in try context.fetch(descriptor, batchSize: 500) where trip.modelContext != nil {
///       total += trip.distance
///     }
public struct FetchResultsCollection<Element: PersistentModel>: RandomAccessCollection {
  private let storage: Storage

  private enum Storage {
    case models([Element])
    case batches(Batches)
  }

  /// Objects that are there already.
  package init(_ models: [Element]) { storage = .models(models) }

  /// Reads the first stretch that has an object; those before it are gone, and left out.
  init(_ context: ModelContext, _ identifiers: [Int64], batchSize: Int) throws {
    let size = Swift.max(1, batchSize)
    let graph = context.graph(of: Element.self)
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let keys = Array(identifiers[start..<Swift.min(start + size, identifiers.count)])
      let models = try graph.readModels(Element.self, keys: keys)
      let found = Dictionary(
        models.map { ($0._$state.key, $0) }, uniquingKeysWith: { first, _ in first })
      guard let index = keys.firstIndex(where: { found[$0] != nil }), let model = found[keys[index]]
      else { continue }
      let rest = Array(identifiers[(start + index)...])
      storage = .batches(Batches(context, rest, first: model, batchSize: size))
      return
    }
    storage = .models([])
  }

  /// The first position.
  public var startIndex: Int { 0 }
  /// The position behind the last.
  public var endIndex: Int {
    switch storage {
    case .models(let models): models.count
    case .batches(let batches): batches.identifiers.count
    }
  }

  /// The object at a position.
  ///
  /// O(1), but for the first of each stretch, which reads the stretch.
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
    private var batch = -1
    private var models: [Int64: Element] = [:]
    /// What is there instead of objects that aren't.
    private var placeholders: [Int64: Element] = [:]
    private let first: Element
    /// Stands for the collection where a failure is remembered, which would keep the context otherwise.
    private final class Subject {}
    private let subject = Subject()

    init(_ context: ModelContext, _ identifiers: [Int64], first: Element, batchSize: Int) {
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
      // A class with a constant whose type has no empty value has no placeholder.
      guard let placeholder = Element.blank() else { return first }
      placeholders[key] = placeholder
      return placeholder
    }

    // A collection can't throw: what can't be read is a failure that the context remembers.
    private func read(_ range: Range<Int>) -> [Element] {
      let graph = context.graph(of: Element.self)
      let keys = Array(identifiers[range])
      do {
        return try graph.readModels(Element.self, keys: keys)
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
