import StrataModel
import StrataSQLite
import StrataStack

/// The items of a chunk without their types: what asks for these is a loop of its own in generic code, since
/// such code can't be compiled for each type here, and is slow where it begins.
protocol ImportItems {
  var count: Int { get }

  /// Tells the key of each item in order, or why it has none.
  func forEachKey(
    in graph: ObjectGraph, of key: StoredKey, _ body: (Result<KeyValues, any Error>) -> Void)

  /// Lets some items say in order what becomes of them.
  func act(_ positions: Range<Int>, in attempt: ImportAttempt) throws
}

/// The items of a chunk.
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
        // Another item may have deleted it.
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
