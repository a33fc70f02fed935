public import StrataContexts
public import StrataModel
import StrataSchema
import StrataStorage

extension ModelContext {
  /// The saved changes of an object, oldest first, with the values before and after each.
  ///
  /// They reach back to where the memory of the store begins. Unsaved changes aren't among them.
  ///
  /// Complexity: O(changes of the object), each a read of two states.
  ///
  /// - Throws: `StackError.unsupportedMemory` if the object's class isn't a `TemporalModel`, and for a
  ///   store in memory. `StorageError`.
  public func changes(of object: some PersistentModel) throws -> [ObjectChange] {
    let identifier = object.persistentModelID
    guard identifier.hasKey else { return [] }
    return try changes(of: identifier, type(of: object))
  }

  /// The saved changes of an object that may be deleted, oldest first.
  ///
  /// - Throws: as ``changes(of:)``.
  public func changes<T: PersistentModel>(
    of identifier: PersistentIdentifier, _ type: T.Type = T.self
  ) throws -> [ObjectChange] {
    let graph = graph(of: type)
    return try changes(of: identifier.rowKey, try graph.index(of: type), in: graph) {
      "\(type) isn't a TemporalModel, so that its former values aren't kept"
    }
  }

  /// The last saved changes of an object, oldest first, by the name of its entity. The object may be deleted.
  ///
  /// - Parameters:
  ///   - count: The number of changes, or nil for all.
  ///   - number: Only changes by transactions before this one.
  /// - Throws: as ``changes(of:)``.
  package func changes(
    ofEntity name: String, key: Int64, last count: Int? = nil, before number: Int64? = nil
  ) throws -> [ObjectChange] {
    guard let graph = graphs.first(where: { $0.index(named: name) != nil }),
      let entity = graph.index(named: name)
    else { return [] }
    return try changes(of: key, entity, in: graph, last: count, before: number) {
      "\(graph.reader.store.path) doesn't keep the former values of \(name)"
    }
  }

  private func changes(
    of key: Int64, _ entity: EntityIndex, in graph: ObjectGraph, last count: Int? = nil,
    before end: Int64? = nil, notKept: () -> String
  ) throws -> [ObjectChange] {
    let table = graph.entities[entity].table
    let layouts = RowLayouts(graph)
    let root = graph.entities[entity].root
    let begin = try container.beginOfMemory(in: graph.name)
    guard
      try container.keepsFormerValues(
        of: graph.entities[root].entity.name, in: graph.name)
    else {
      throw StackError.unsupportedMemory(reason: notKept())
    }
    let numbers = try graph.reader.transactions(changing: table, key: key).filter {
      $0 > begin && $0 < end ?? .max
    }
    var last: PastStates?
    return try numbers.suffix(count ?? .max).compactMap { number -> ObjectChange? in
      // Between two of its changes the object stays as it is.
      let states =
        try last.map { try PastStates(container, layouts, behind: $0, to: number) }
        ?? PastStates(container, graph, layouts, from: number - 1, to: number)
      last = states
      let difference = try GraphDifference(
        between: states, try states.entities(of: [key], root))
      // The objects that it is linked to differ, too.
      let change = states.objects(in: difference).first {
        $0.object.rowKey == key
          && graph.index(named: $0.object.entityName).map { graph.entities[$0].root } == root
      }
      guard let change,
        let entry = try graph.reader.history(only: number).first
      else { return nil }
      return ObjectChange(
        transaction: number, timestamp: entry.timestamp, author: entry.author, difference: change)
    }
  }

  /// The objects that differ between the states after two transactions, with the values of both.
  ///
  /// ```swift
  /// for change in try context.difference(from: 41, to: 42) {
  ///   print(change.object, change.kind, change.properties.map(\.name))
  /// }
  /// ```
  ///
  /// Objects of models that aren't temporal are left out. Memory: O(changed objects).
  ///
  /// - Parameters:
  ///   - earlier: The number of the earlier transaction. The one before the first is 0.
  ///   - later: The number of the later one, or nil for the last.
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  /// - Throws: `StackError.unsupportedMemory` for a state before the memory of the store begins.
  ///   `StorageError`.
  public func difference(
    from earlier: Int64, to later: Int64? = nil, in configuration: ModelConfiguration.ID? = nil
  ) throws -> [ObjectDifference] {
    let graph = try graph(in: configuration)
    let later = try later ?? graph.reader.lastTransaction()
    let states = try PastStates(container, graph, RowLayouts(graph), from: earlier, to: later)
    return states.objects(in: try storedDifference(states, from: earlier, to: later))
  }

  /// Undoes a saved transaction, however long ago it was.
  ///
  /// Everything that the transaction has changed becomes as it was before, as unsaved changes: save them,
  /// or look at them and roll back. Later changes of other objects and properties stay. Objects that it
  /// has deleted return with their identifiers.
  ///
  /// - Parameters:
  ///   - number: The transaction's number in the history.
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  /// - Throws: ``UndoError/transaction(_:conflicts:)`` if later changes conflict, with all of them.
  ///   `StackError.unsupportedMemory` if the transaction is before the memory of the store begins.
  ///   ``UndoError/nothingToUndo`` if it has changed no object of a temporal model. `StorageError`.
  public func undo(
    transaction number: Int64, in configuration: ModelConfiguration.ID? = nil
  ) throws {
    try checkAllowsSave()
    let graph = try graph(in: configuration)
    guard number > 0 else {
      throw StackError.unsupportedMemory(
        reason: "there is no transaction \(number); the first one is 1")
    }
    let layouts = graphs.map { RowLayouts($0) }
    guard let index = graphs.firstIndex(where: { $0 === graph }) else { return }
    let states = try PastStates(
      container, graph, layouts[index], from: number - 1, to: number)
    var difference = try storedDifference(states, from: number - 1, to: number)
    difference.removeStamps(layouts[index])
    guard !difference.isEmpty else { throw UndoError.nothingToUndo }
    var differences = graphs.map { _ in GraphDifference() }
    differences[index] = difference
    do {
      try Restoration.apply(differences, to: self, layouts)
    } catch UndoError.several(let conflicts) {
      throw UndoError.transaction(number, conflicts: conflicts)
    } catch let error as UndoError {
      throw UndoError.transaction(number, conflicts: [error])
    }
  }

  private func storedDifference(
    _ states: PastStates, from earlier: Int64, to later: Int64
  ) throws -> GraphDifference {
    guard earlier != later else { return GraphDifference() }
    let changed = try container.changedKeys(
      by: (min(earlier, later) + 1)...max(earlier, later), in: states.graph.name)
    var objects: [(ObjectGraph.ObjectKey, EntityIndex)] = []
    for (name, keys) in changed where !keys.isEmpty {
      guard let root = states.graph.index(named: name) else { continue }
      objects += try states.entities(of: keys.sorted(), root)
    }
    return try GraphDifference(between: states, objects)
  }
}

/// Two past states of a store.
struct PastStates {
  let graph: ObjectGraph
  let earlier: GraphContent
  let later: GraphContent
  // They have the stores of the readers.
  private let containers: [ModelContainer]

  init(
    _ container: ModelContainer, _ graph: ObjectGraph, _ layouts: RowLayouts,
    from earlier: Int64, to later: Int64
  ) throws {
    let containers = try [earlier, later].map { try container.past(after: $0, in: graph.name) }
    let contents = containers.map {
      GraphContent(nil, over: StoredContent(graph, layouts, $0.store.makeReader()))
    }
    self.graph = graph
    self.containers = containers
    self.earlier = contents[0]
    self.later = contents[1]
  }

  /// The later one of two past states, and one behind it.
  init(
    _ container: ModelContainer, _ layouts: RowLayouts, behind states: PastStates, to later: Int64
  ) throws {
    graph = states.graph
    earlier = states.later
    let container = try container.past(after: later, in: graph.name)
    self.later = GraphContent(
      nil, over: StoredContent(graph, layouts, container.store.makeReader()))
    containers = states.containers.suffix(1) + [container]
  }

  /// The entities of objects in a hierarchy's table, in one state or the other. An object that neither has is left out.
  func entities(
    of keys: [Int64], _ root: EntityIndex
  ) throws -> [(ObjectGraph.ObjectKey, EntityIndex)] {
    var found: [Int64: EntityIndex] = [:]
    // A subentity comes behind its superentity, whose table has its rows as well.
    for kind in graph.entities[root].kinds {
      for content in [earlier, later] {
        let table = graph.entities[kind].table
        for key in try content.stored.reader.storedValues(keys, of: table).keys {
          found[key] = kind
        }
      }
    }
    return found.map { (ObjectGraph.ObjectKey(entity: root, key: $0), $1) }
  }
}

extension PastStates {
  private typealias Contents = [PropertyIndex: PropertyContent]

  /// The two contents of an object's properties.
  private struct Object {
    let entity: EntityIndex
    var before: Contents?
    var after: Contents?
  }

  /// The differences by object, in the order of classes and keys.
  func objects(in difference: GraphDifference) -> [ObjectDifference] {
    var objects: [ObjectGraph.ObjectKey: Object] = [:]
    for (key, row) in difference.rows {
      let layout = earlier.stored.layouts[row.entity]
      let before = earlier.values(key, row.entity)
      let after = row.after.map { (before ?? layout.nothing).replacing($0) }
      objects[key] = Object(
        entity: row.entity, before: before.map { layout.contents(of: $0, in: graph) },
        after: after.map { layout.contents(of: $0, in: graph) })
    }
    addLinks(of: difference, to: &objects)
    return objects.sorted { Restoration.isBefore($0.key, $1.key) }.compactMap { key, object in
      let kind: HistoryEntry.Change.Kind =
        object.before == nil ? .insert : object.after == nil ? .delete : .update
      let (before, after) = (object.before ?? [:], object.after ?? [:])
      let indices = Set(before.keys).union(after.keys)
      let properties = indices.sorted { $0.rawValue < $1.rawValue }.compactMap {
        index -> PropertyDifference? in
        let (before, after) = (object.before?[index], object.after?[index])
        guard before != after,
          kind == .update || !(before?.isEmpty ?? true) || !(after?.isEmpty ?? true)
        else { return nil }
        return PropertyDifference(
          name: graph.entities[object.entity].entity.properties[index].name, before: before,
          after: after)
      }
      // A position among others' members is no property.
      guard kind != .update || !properties.isEmpty else { return nil }
      return ObjectDifference(
        object: graph.identifier(object.entity, key.key), kind: kind, properties: properties)
    }
  }

  /// Adds the relationships at both ends of links, with the objects that came or went.
  private func addLinks(
    of difference: GraphDifference, to objects: inout [ObjectGraph.ObjectKey: Object]
  ) {
    let links = difference.links.sorted {
      ($0.key.table.name, $0.key.owner, $0.key.member) < (
        $1.key.table.name, $1.key.owner, $1.key.member
      )
    }
    for (key, link) in links {
      for isOwner in [true, false] {
        let (end, other) = isOwner ? (key.ends[0], key.ends[1]) : (key.ends[1], key.ends[0])
        let entity = objects[end]?.entity ?? end.entity
        let index = graph.entities[entity].linksByProperty.first {
          $0.value.table.name == key.table.name && $0.value.isOwner == isOwner
        }?.key
        guard let index else { continue }
        var object = objects[end] ?? Object(entity: entity, before: [:], after: [:])
        let identifier = graph.identifier(objects[other]?.entity ?? other.entity, other.key)
        object.before?.add(link.before.isPresent ? [identifier] : [], to: index)
        object.after?.add(link.after.isPresent ? [identifier] : [], to: index)
        objects[end] = object
      }
    }
  }
}

extension [PropertyIndex: PropertyContent] {
  fileprivate mutating func add(_ objects: [PersistentIdentifier], to relationship: PropertyIndex) {
    if case .objects(let others)? = self[relationship] {
      self[relationship] = .objects(others + objects)
    } else {
      self[relationship] = .objects(objects)
    }
  }
}

extension PropertyContent {
  /// True for nil, and for a relationship that leads to no object.
  fileprivate var isEmpty: Bool {
    switch self {
    case .columns(let columns): columns.allSatisfy(\.isNull)
    case .objects(let objects): objects.isEmpty
    }
  }
}

extension RowLayout {
  /// The contents of the properties with columns.
  fileprivate func contents(
    of values: [ColumnValue], in graph: ObjectGraph
  ) -> [PropertyIndex: PropertyContent] {
    var columns: [PropertyIndex: [ColumnValue]] = [:]
    for (column, value) in zip(self.columns.prefix(table.columns.count), values) {
      columns[column.property, default: []].append(value)
    }
    var contents = columns.mapValues { PropertyContent.columns($0) }
    for link in links {
      let object = link.object(in: values).map { graph.identifier($0.entity, $0.key) }
      contents[link.relationship.index] = .objects(object.map { [$0] } ?? [])
    }
    return contents
  }
}
