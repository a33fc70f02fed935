internal import Foundation
import StrataContexts
import StrataStorage

/// The combined histories of a container's stores.
struct ContainerHistory {
  let histories: [StoreHistory]

  init(_ context: ModelContext) {
    histories = context.graphs.map { StoreHistory(context.origin(of: $0), $0.reader) }
  }

  init(_ container: ModelContainer) {
    histories = container.origins.map { StoreHistory($0, $0.store.makeReader()) }
  }

  /// The position after the last transaction of each store.
  func end() throws -> DefaultHistoryToken {
    DefaultHistoryToken(
      try histories.reduce(into: [:]) { $0[$1.name] = try $1.reader.historyEnd().transaction })
  }

  /// The transactions that match a descriptor.
  func transactions(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    let bounds = HistoryBounds(descriptor.predicate)
    let limit = descriptor.fetchLimit == 0 ? Int.max : Int(clamping: descriptor.fetchLimit)
    // A single store is read in batches, so that a limit doesn't read the whole history.
    let part = histories.count == 1 && descriptor.sortBy.isEmpty && limit < .max ? 500 : nil
    var position = bounds.after
    var found: [DefaultHistoryTransaction] = []
    while true {
      let read = try transactions(
        after: &position, author: bounds.author, limit: part, isResumed: bounds.after != nil)
      for transaction in read where try descriptor.predicate?.evaluate(transaction) ?? true {
        found.append(transaction)
        if found.count == limit, descriptor.sortBy.isEmpty { return found }
      }
      if read.count < part ?? .max { break }
    }
    guard !descriptor.sortBy.isEmpty else { return found }
    return Array(found.sorted(using: descriptor.sortBy).prefix(limit))
  }

  /// Reads the transactions after a position, and moves the position past them.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of transactions of each store.
  ///   - isResumed: True if missing transactions after the position are an error.
  func transactions(
    after position: inout DefaultHistoryToken?, author: String? = nil, limit: Int? = nil,
    isResumed: Bool
  ) throws -> [DefaultHistoryTransaction] {
    var numbers = position?.tokenValue ?? [:]
    var entries: [(entry: HistoryEntry, time: Date, history: StoreHistory)] = []
    for history in histories {
      // Transactions of one store keep their order even if the system clock was set back.
      var time = Date.distantPast
      entries += try history.entries(
        after: numbers[history.name] ?? 0, author: author, limit: limit, isResumed: isResumed
      ).map { entry in
        time = max(time, entry.timestamp)
        return (entry, time, history)
      }
    }
    if histories.count > 1 { entries.sort { $0.time < $1.time } }
    return entries.map { entry, _, history in
      numbers[history.name] = max(numbers[history.name] ?? 0, entry.number)
      let token = DefaultHistoryToken(numbers)
      position = token
      return history.transaction(entry, token: token)
    }
  }
}
