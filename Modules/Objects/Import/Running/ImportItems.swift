import StrataContexts
import StrataModel
import StrataSQLite

/// The items of a chunk without their types.
///
/// Only these loops are generic. Generic code can't be specialized here for each type of another
/// module, and is slow where it starts, so each method handles all items.
protocol ImportItems {
  var count: Int { get }

  /// Calls a closure with the key of each item, or its error, in order.
  func forEachKey(
    in graph: ObjectGraph, of key: StoredKey, _ body: (Result<KeyValues, any Error>) -> Void)

  /// Performs the actions of some items, in order.
  func act(_ positions: Range<Int>, in attempt: ImportAttempt) throws
}

/// The items of a chunk with their types.
struct TypedItems<Item, Model: PersistentModel, Shared>: ImportItems {
  let recipe: ImportRecipe<Item, Model, Shared>
  let items: [Item]

  var count: Int { items.count }

  func forEachKey(
    in graph: ObjectGraph, of key: StoredKey, _ body: (Result<KeyValues, any Error>) -> Void
  ) {
    let parts = recipe.key.parts
    var position = 0
    while position < items.count {
      let item = items[position]
      do {
        body(
          .success(
            try key.values { binder in
              for part in parts { try part.bind(item, graph, &binder) }
            }))
      } catch {
        body(.failure(error))
      }
      position += 1
    }
  }

  func act(_ positions: Range<Int>, in attempt: ImportAttempt) throws {
    var shared = try recipe.share(shared(positions, attempt), attempt.context)
    var position = positions.lowerBound
    while position < positions.upperBound {
      if try attempt.begin(position) {
        var object = attempt.object.map { unsafeDowncast($0, to: Model.self) }
        // An earlier item may have deleted it.
        if let found = object, found._$state.modelGraph == nil || found.isDeleted { object = nil }
        let wasChanged = object?.hasChanges ?? false
        do {
          let action = try recipe.action(items[position], object, &shared)
          try attempt.take(action, of: object, wasChanged)
        } catch {
          try attempt.fail(error)
        }
      }
      position += 1
    }
  }

  private func shared(_ positions: Range<Int>, _ attempt: ImportAttempt) -> [Item] {
    if positions == items.indices, attempt.chunk.failed.isEmpty { return items }
    return positions.filter { attempt.chunk.failed[$0] == nil }.map { items[$0] }
  }
}
