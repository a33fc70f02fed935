internal import Foundation
public import StrataContexts
internal import StrataModel
internal import StrataStorage

/// A named reader of a store's history, which processes one transaction after the other.
///
/// Use a consumer to keep an index, a cache or another system in sync with a store.
///
/// ```swift
/// let consumer = try HistoryConsumer("search index", in: container, startingAt: .beginning)
/// try consumer.process { transactions in … }
/// ```
///
/// The store contains the consumer's cursor: the last transaction that it has processed. The cursor
/// moves after the work is done. So each transaction is processed at least once, even if the
/// program ends in between, and work that wasn't acknowledged is repeated. Cleaning preserves
/// transactions that a consumer hasn't processed. Programs that use the same name share one cursor.
public struct HistoryConsumer: Sendable {
  /// The consumer's name in the store.
  public let name: String
  let container: ModelContainer
  private let origin: ContainerStore

  /// The start position of a consumer that isn't registered yet.
  public enum Start: Sendable {
    /// The oldest transaction in the history.
    case beginning
    /// The next transaction that is saved.
    case end
  }

  /// Registers a consumer, or resumes one that is registered.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  ///   - start: The start position if the consumer isn't registered yet.
  /// - Throws: `HistoryError/invalidConsumerName(_:)`, `ConfigurationError/unknown(_:)`,
  ///   `StorageError` if writing the store fails.
  public init(
    _ name: String, in container: ModelContainer, configuration: ModelConfiguration.ID? = nil,
    startingAt start: Start = .end
  ) throws {
    guard !name.allSatisfy(\.isWhitespace), !name.contains(where: \.isNewline) else {
      throw HistoryError.invalidConsumerName(name)
    }
    self.name = name
    self.container = container
    origin = try container.origin(in: configuration)
    let reader = origin.store.makeReader()
    _ = try origin.store.registerConsumer(
      name, at: start == .end ? nil : try reader.historyStart())
  }

  /// The position after the last processed transaction.
  ///
  /// - Throws: `HistoryError/unknownConsumer(_:)` if the consumer was removed, `StorageError`.
  public var token: DefaultHistoryToken {
    get throws {
      DefaultHistoryToken([
        origin.store.identifier.uuidString: try position(origin.store.makeReader()).transaction
      ])
    }
  }

  /// Processes all new transactions in batches, oldest first.
  ///
  /// After each batch the cursor moves past it. If the body throws, the cursor doesn't move, and
  /// the next call passes the same transactions again.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of transactions in a batch.
  ///   - authors: Authors whose transactions to skip, such as your own.
  /// - Returns: The number of processed transactions, including skipped ones.
  /// - Throws: the body's error. `HistoryError/expired(after:cleanedUpTo:consumer:)` if unprocessed
  ///   transactions were cleaned, until you call ``skip(to:)``. `HistoryError/unknownConsumer(_:)`.
  ///   `StorageError`.
  @discardableResult
  public func process(
    limit: Int = 100, ignoring authors: Set<TransactionAuthor> = [],
    _ body: ([DefaultHistoryTransaction]) throws -> Void
  ) throws -> Int {
    var count = 0
    while let part = try next(limit, authors) {
      if !part.transactions.isEmpty { try body(part.transactions) }
      try move(to: part.end)
      count += part.count
    }
    return count
  }

  /// Processes all new transactions in batches, with an asynchronous body on the caller's
  /// isolation.
  @discardableResult
  nonisolated(nonsending) public func process(
    limit: Int = 100, ignoring authors: Set<TransactionAuthor> = [],
    _ body: nonisolated(nonsending) ([DefaultHistoryTransaction]) async throws -> Void
  ) async throws -> Int {
    var count = 0
    while let part = try next(limit, authors) {
      if !part.transactions.isEmpty { try await body(part.transactions) }
      try move(to: part.end)
      count += part.count
    }
    return count
  }

  /// Moves the cursor without processing transactions.
  ///
  /// Skip to the end after you have read all objects again, or to the beginning to process the
  /// whole history again.
  ///
  /// - Throws: `HistoryError/unknownConsumer(_:)`, `StorageError`.
  public func skip(to place: Start) throws {
    let reader = origin.store.makeReader()
    let position = try place == .end ? reader.historyEnd() : reader.historyStart()
    guard try origin.store.moveConsumer(name, to: position, mayGoBack: true) else {
      throw HistoryError.unknownConsumer(name)
    }
  }

  /// Removes the consumer from the store, so that cleaning no longer preserves transactions for it.
  ///
  /// - Returns: True if the consumer existed.
  /// - Throws: `StorageError` if writing the store fails.
  @discardableResult
  public func unregister() throws -> Bool { try origin.store.removeConsumer(name) }

  /// Returns signals of saves that the consumer may not have processed.
  func signals() -> SaveSignals { SaveSignals(container, watching: [origin]) }

  private struct Part {
    let transactions: [DefaultHistoryTransaction]
    let end: HistoryPosition
    let count: Int
  }

  private func next(_ limit: Int, _ authors: Set<TransactionAuthor>) throws -> Part? {
    let history = StoreHistory(origin, origin.store.makeReader())
    let start = try position(history.reader).transaction
    let entries = try history.entries(
      after: start, limit: max(1, limit), isResumed: true, consumer: name)
    guard let last = entries.last else { return nil }
    let ignored = Set(authors.map(\.name))
    let wanted = entries.filter { entry in !(entry.author.map(ignored.contains) ?? false) }
    return Part(
      transactions: wanted.map {
        history.transaction($0, token: DefaultHistoryToken([history.name: $0.number]))
      },
      end: HistoryPosition(after: last.number), count: entries.count)
  }

  private func position(_ reader: StoreReader) throws -> HistoryPosition {
    guard let position = try reader.consumerPosition(name) else {
      throw HistoryError.unknownConsumer(name)
    }
    return position
  }

  private func move(to position: HistoryPosition) throws {
    guard try origin.store.moveConsumer(name, to: position) else {
      throw HistoryError.unknownConsumer(name)
    }
  }
}
