import StrataContexts
import StrataModel
import StrataStorage

/// A running import, chunk by chunk. Not generic, for the reason given at ``ImportItems``.
final class ImportRun {
  let type: any PersistentModel.Type
  let target: ImportTarget
  let options: ImportOptions
  let key: StoredKey?
  /// True if changes are counted, because an item has failed.
  var countsChanges = false
  private let keepsOutcomes: Bool
  // Used only to look up the key's columns. Nothing is read with it.
  private let context: ModelContext
  private let graph: ObjectGraph
  private(set) var counts = ImportCounts()
  private(set) var failures: [ImportFailure] = []
  private(set) var duplicates: [ImportDuplicate] = []
  private(set) var duplicateCount = 0
  /// The outcomes of all items, if the result contains them.
  private(set) var kept: StoredOutcomes
  private var outcomes: StoredOutcomes

  // The maximum number of failures and duplicates in a result.
  private static let listLimit = 1000

  /// - Parameter properties: The properties of the key. Empty for no key.
  /// - Throws: ``ImportError`` for an invalid key, `StackError.unknownModel`.
  init(
    _ type: any PersistentModel.Type, _ properties: [AnyKeyPath], _ target: ImportTarget,
    _ options: ImportOptions, isCollection: Bool
  ) throws {
    self.type = type
    self.target = target
    self.options = options
    keepsOutcomes = options.keepsOutcomes ?? isCollection
    context = target.makeContext()
    graph = context.graph(of: type)
    _ = try graph.index(of: type)
    key = properties.isEmpty ? nil : try StoredKey(properties, of: type, in: graph)
    kept = StoredOutcomes(store: graph.store.identifier, entityNames: graph.entities.map(\.name))
    outcomes = kept
  }

  /// Imports a chunk.
  ///
  /// - Returns: The outcomes of its items.
  /// - Throws: an error that stops the import. Parts of the chunk may have been saved.
  func save(_ items: any ImportItems) throws -> StoredOutcomes {
    var chunk = ImportChunk(items, start: counts.total)
    outcomes.removeAll()
    if let key {
      chunk.readKeys(key, in: graph)
      report(duplicatesOf: &chunk, key)
    }
    if options.failures == .stop, let first = chunk.failed.min(by: { $0.key < $1.key }) {
      throw failure(first.key, of: chunk, first.value)
    }
    try save(0..<items.count, of: &chunk)
    return outcomes
  }

  private func report(duplicatesOf chunk: inout ImportChunk, _ key: StoredKey) {
    duplicateCount += chunk.previous.count
    for (position, earlier) in chunk.previous.sorted(by: { $0.key < $1.key }) {
      if duplicates.count < Self.listLimit, let values = chunk.key(position) {
        duplicates.append(
          ImportDuplicate(
            index: chunk.start + position, earlierIndex: chunk.start + earlier,
            key: key.text(values)))
      }
      if options.duplicates == .fail {
        chunk.failed[position] = ImportError.duplicate(of: chunk.start + earlier)
      }
    }
  }

  /// Records the outcomes of a part of a chunk.
  func record(
    _ results: [Result<ItemOutcome, any Error>], _ part: Range<Int>, _ chunk: ImportChunk
  ) {
    for (position, result) in zip(part, results) {
      switch result {
      case .success(let outcome):
        counts.add(outcome.kind)
        outcomes.append(outcome)
        if keepsOutcomes { kept.append(outcome) }
      case .failure(let error):
        let failure = failure(position, of: chunk, error)
        counts.add(.failed)
        outcomes.append(failure)
        if keepsOutcomes { kept.append(failure) }
        if failures.count < Self.listLimit { failures.append(failure) }
      }
    }
  }

  /// Creates the failure of an item.
  func failure(_ position: Int, of chunk: ImportChunk, _ error: any Error) -> ImportFailure {
    ImportFailure(
      index: chunk.start + position,
      key: chunk.key(position).flatMap { key?.text($0) }, reason: error)
  }
}
