internal import Foundation
internal import StrataModel
public import StrataStack
internal import StrataStorage

/// Somebody who takes in a store's history, one transaction after the other: to keep an index, a cache or
/// another system up to date.
///
/// A consumer has a name, and a cursor that stands in the store: up to where it has taken in the history.
/// The cursor moves after the work is done. So each transaction is taken in at least once, also when the
/// program ends in the middle; work that was done but not acknowledged is done again. Cleaning leaves what a
/// consumer hasn't taken in. Programs that use one name share one cursor.
///
///     let consumer = try HistoryConsumer("search index", in: container, startingAt: .beginning)
///     try consumer.process { transactions in … }
public struct HistoryConsumer: Sendable {
  /// The consumer's name in the store.
  public let name: String
  let container: ModelContainer
  private let origin: ContainerStore

  /// Where a consumer begins that the store doesn't know yet.
  public enum Start: Sendable {
    /// With the oldest transaction that the store remembers.
    case beginning
    /// With the next transaction.
    case end
  }

  /// Registers a consumer, or goes on with one that is registered.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration; nil for the container's first.
  ///   - start: Where it begins when the store doesn't know it.
  /// - Throws: `HistoryError/invalidConsumerName(_:)`, `ConfigurationError/unknown(_:)`, `StorageError`
  ///   when the store can't be written.
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

  /// Up to where the history was taken in.
  ///
  /// - Throws: `HistoryError/unknownConsumer(_:)` when it was removed, `StorageError`.
  public var token: DefaultHistoryToken {
    get throws {
      DefaultHistoryToken([
        origin.store.identifier.uuidString: try position(origin.store.makeReader()).transaction
      ])
    }
  }

  /// Takes in what came since, oldest first, in parts. After each part the cursor moves behind it; when the
  /// body throws, it stays before, and the same transactions come again.
  ///
  /// - Parameters:
  ///   - limit: How many transactions come at once, at most.
  ///   - authors: Whose transactions are passed over, as one's own.
  /// - Returns: How many transactions were taken in, those passed over included.
  /// - Throws: what the body throws; `HistoryError/expired(after:cleanedUpTo:consumer:)` where some were
  ///   cleaned away by force, until ``skip(to:)``; `HistoryError/unknownConsumer(_:)`; `StorageError`.
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

  /// The same with a body that waits, on the caller's isolation.
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

  /// Moves the cursor without taking anything in: to the end, after all was read anew; or to the beginning,
  /// to take in again what the store remembers.
  ///
  /// - Throws: `HistoryError/unknownConsumer(_:)`, `StorageError`.
  public func skip(to place: Start) throws {
    let reader = origin.store.makeReader()
    let position = try place == .end ? reader.historyEnd() : reader.historyStart()
    guard try origin.store.moveConsumer(name, to: position, mayGoBack: true) else {
      throw HistoryError.unknownConsumer(name)
    }
  }

  /// Forgets the consumer, so that cleaning waits for it no longer.
  ///
  /// - Returns: Whether the store knew it.
  /// - Throws: `StorageError` when the store can't be written.
  @discardableResult
  public func unregister() throws -> Bool { try origin.store.removeConsumer(name) }

  /// Notices what other processes save, for as long as what this gives is kept.
  func watch() -> StoreWatch.Watcher { origin.watch.begin() }

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
