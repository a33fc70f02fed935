import StrataContexts
import StrataModel

/// An attempt to import a part of a chunk in a context of its own: look-up, actions of all items,
/// save.
final class ImportAttempt {
  let chunk: ImportChunk
  let context: ModelContext
  private let part: Range<Int>
  private let options: ImportOptions
  private let graph: ObjectGraph
  private let modelType: any PersistentModel.Type
  // Created only after an item has failed, since counting takes a tenth of the import's time.
  private let counter: ChangeCounter?
  // The item's object by position in the part: as found, then as the item leaves it.
  private var objects: [AnyObject?]
  private var unreadable: [Int: any Error] = [:]
  private var deeds: [ImportDeed] = []
  // The current item, and the number of changes before it.
  private var position = 0
  private var changeCount = 0

  init(
    _ part: Range<Int>, of chunk: ImportChunk, _ type: any PersistentModel.Type,
    _ options: ImportOptions, _ context: ModelContext, countsChanges: Bool
  ) {
    self.part = part
    self.chunk = chunk
    modelType = type
    self.options = options
    self.context = context
    graph = context.graph(of: type)
    objects = Array(repeating: nil, count: part.count)
    deeds.reserveCapacity(part.count)
    counter = countsChanges ? ChangeCounter() : nil
    if let counter {
      for graph in context.graphs { graph.add(counter) }
    }
  }

  /// Imports the items and saves them.
  ///
  /// - Returns: The outcome of each item, in order.
  /// - Throws: ``ImportObstacle`` if the part must be split. Any other error stops the import.
  func run(_ key: StoredKey?) throws -> [Result<ItemOutcome, any Error>] {
    if let key { try lookUp(key) }
    try chunk.items.act(part, in: self)
    try Task.checkCancellation()
    do {
      try context.save()
    } catch let error where !error.endsImport {
      throw ImportObstacle.refused(error, place(of: error).map { part.lowerBound + $0 })
    }
    return outcomes()
  }

  private func lookUp(_ key: StoredKey) throws {
    // A duplicate uses the object that the earlier item leaves, or its error, and needs no look-up.
    var wanted: [Int] = []
    var keys: [KeyValues] = []
    wanted.reserveCapacity(part.count)
    keys.reserveCapacity(part.count)
    for position in part where chunk.previous(position, in: part) == nil {
      guard let values = chunk.key(position) else { continue }
      wanted.append(position)
      keys.append(values)
    }
    let (found, failures) = try key.objects(with: keys, in: graph)
    let isScoped = !graph.scopes.isEmpty
    for (index, object) in found {
      if isScoped, let model = object as? any PersistentModel, try !graph.isInScope(model) {
        unreadable[wanted[index]] = ImportError.outsideScopes(object: model.persistentModelID)
      } else {
        objects[wanted[index] - part.lowerBound] = object
      }
    }
    for (index, error) in failures { unreadable[wanted[index]] = error }
  }

  /// Starts importing the item at `position`. Returns false if looking it up has already failed.
  func begin(_ position: Int) throws -> Bool {
    if position % 64 == 0 { try Task.checkCancellation() }
    self.position = position
    if let previous = chunk.previous(position, in: part) {
      object = objects[previous - part.lowerBound]
      unreadable[position] = unreadable[previous]
    }
    if let counter { changeCount = counter.count }
    guard !chunk.failed.isEmpty || !unreadable.isEmpty,
      let error = chunk.failed[position] ?? unreadable[position]
    else { return true }
    deeds.append(.failed(error))
    return false
  }

  /// The object with the key of the current item.
  private(set) var object: AnyObject? {
    get { objects[position - part.lowerBound] }
    set { objects[position - part.lowerBound] = newValue }
  }

  /// Performs the action of the current item.
  ///
  /// - Parameter wasChanged: True if the object had changes before the item.
  func take<Model: PersistentModel>(
    _ action: ImportAction<Model>, of found: Model?, _ wasChanged: Bool
  ) throws {
    func meet(_ model: Model, _ isChanged: Bool) {
      deeds.append(.met(isChanged: isChanged, model._$state.entity, model._$state.key))
    }
    object = found
    switch action {
    case .insert(let model):
      let isKnown = model._$state.modelGraph === graph && !model._$state.flags.contains(.inserted)
      graph.insert(model)
      object = model
      if isKnown {
        meet(model, model.hasChanges)
      } else {
        deeds.append(.inserted(model, key: model._$state.key))
      }
    case .update:
      guard let found else { throw ImportError.nothingToUpdate }
      meet(found, found.hasChanges)
    case .nothing:
      guard let found else { return deeds.append(.nothing) }
      meet(found, found.hasChanges && !wasChanged)
    case .delete:
      guard let found else { return deeds.append(.nothing) }
      deeds.append(.deleted(found._$state.entity, found._$state.key))
      if graph.keepsDeleted(found) {
        graph.markDeleted(found)
      } else {
        graph.delete(found)
      }
      object = nil
    case .fail(let error): throw error
    }
  }

  /// Records the current item as failed and continues, if it made no changes before it threw.
  func fail(_ error: any Error) throws {
    if error.endsImport { throw error }
    guard options.failures == .skip else { throw ImportObstacle.item(position, error) }
    guard let counter else { throw ImportObstacle.uncounted }
    guard counter.count == changeCount else { throw ImportObstacle.item(position, error) }
    deeds.append(.failed(error))
  }

  /// The outcomes after the save, when keys are permanent.
  private func outcomes() -> [Result<ItemOutcome, any Error>] {
    // Objects that items relate to may have conflicts as well, but aren't the items' own objects.
    let conflicts = context.resolvedUniqueConflicts.filter { mayBeItems($0.object) }
    let replacements = Dictionary(
      conflicts.map { ($0.object.key, $0.existing) }, uniquingKeysWith: { first, _ in first })
    return deeds.map { deed in
      guard case .inserted(_, let key) = deed, let existing = replacements[key],
        let entity = graph.index(named: existing.entityName)
      else { return deed.outcome }
      // The new object was merged into another program's row. The policy decides if the row
      // changed.
      let kind = graph.uniqueConflictPolicy == .upsert ? ItemOutcome.Kind.updated : .unchanged
      return .success(ItemOutcome(kind, entity, existing.key))
    }
  }

  /// The position of the item whose own object an error of the save concerns, if any.
  private func place(of error: any Error) -> Int? {
    guard let subject = (error as? StackError)?.subject, mayBeItems(subject) else { return nil }
    return deeds.lastIndex { $0.key == subject.key }
  }

  private func mayBeItems(_ identifier: PersistentIdentifier) -> Bool {
    func mayName<Model: PersistentModel>(_ type: Model.Type) -> Bool {
      graph.mayName(identifier, type)
    }
    return mayName(modelType)
  }
}

/// Counts a context's changes, to detect that an item has changed something before it failed.
final class ChangeCounter: GraphObserver {
  private(set) var count = 0

  var interests: Set<GraphInterest> { [.everything] }

  func graphDidChange(_ change: GraphChange) { count += 1 }
}
