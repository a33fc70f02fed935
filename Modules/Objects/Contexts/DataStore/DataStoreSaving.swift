import StrataGraph
import StrataModel
import StrataSchema
import StrataStorage

/// The changes of a save, as snapshots for a custom store.
///
/// They are read from the rows that the save has written, so that it makes no difference whether objects or a
/// batch were saved, and what unique values have merged.
struct DataStoreSaving<Custom: DataStore> {
  private let mirror: DataStoreMirror<Custom>
  /// A graph that reads what the save has written.
  private let graph: ObjectGraph
  private(set) var inserted: [Object] = []
  private(set) var updated: [Object] = []
  private(set) var deleted: [DataStoreMirror<Custom>.Known] = []

  struct Object {
    let entity: GraphEntity
    let key: Int64
    let values: DataStoreMirror<Custom>.Known
  }

  init(_ mirror: DataStoreMirror<Custom>, _ objects: GraphStore) {
    self.mirror = mirror
    graph = ObjectGraph(objects)
  }

  /// True if nothing has changed that the custom store has.
  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Compares the rows that a save has changed with the custom store's objects.
  mutating func collect(_ log: HistoryLog) throws {
    defer { graph.tearDown() }
    var keys: [EntityIndex: Set<Int64>] = [:]
    for run in try log.recorded(.insert, .update, .delete) {
      guard let entity = graph.index(named: run.table.entity.name) else { continue }
      keys[entity, default: []].formUnion(run.keys)
    }
    // The objects at the other ends of changed relationships have these in their snapshots as well.
    var others: [EntityIndex: Set<Int64>] = [:]
    for identifier in try compare(keys).union(holdersOfDeleted()) {
      guard let entity = graph.index(named: identifier.entityName),
        let key = mirror.identifiers.key(of: identifier), keys[entity]?.contains(key) != true
      else { continue }
      others[entity, default: []].insert(key)
    }
    _ = try compare(others)
  }

  /// Sorts rows into inserted, updated and deleted ones by what the custom store has.
  ///
  /// - Returns: The objects that these lead to, or have led to, by relationships with an inverse.
  private mutating func compare(
    _ keys: [EntityIndex: Set<Int64>]
  ) throws -> Set<PersistentIdentifier> {
    var others: Set<PersistentIdentifier> = []
    for entity in graph.entities {
      guard var missing = keys[entity.index] else { continue }
      let twoWay = entity.relationships.filter { $0.inverse != nil }
      func addTargets(of content: SnapshotContent?) {
        for relationship in twoWay { others.formUnion(content?.targets[relationship.index] ?? []) }
      }
      for object in try read(entity, missing) {
        missing.remove(object.key)
        let content = object.values.content
        let known = mirror.known[content.identifier]?.content
        addTargets(of: content)
        addTargets(of: known)
        if known == nil {
          inserted.append(object)
        } else if known != content {
          updated.append(object)
        }
      }
      for key in missing.sorted() {
        guard let known = mirror.known[graph.identifier(entity.index, key)] else { continue }
        addTargets(of: known.content)
        deleted.append(known)
      }
    }
    return others
  }

  private func read(_ entity: GraphEntity, _ keys: Set<Int64>) throws -> [Object] {
    func read<T: PersistentModel>(_ type: T.Type) throws -> [Object] {
      try graph.readModels(type, keys: keys.sorted()).map { model in
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = Custom.Snapshot(
          from: model.persistentBackingData, relatedBackingDatas: &related)
        return Object(
          entity: entity, key: model._$state.key,
          values: try DataStoreMirror<Custom>.Known(snapshot, of: entity))
      }
    }
    return try read(entity.type)
  }

  /// The objects with relationships to deleted ones. Without an inverse, the save hasn't changed their rows.
  private func holdersOfDeleted() -> [PersistentIdentifier] {
    let identifiers = Set(deleted.map(\.content.identifier))
    guard !identifiers.isEmpty else { return [] }
    return mirror.known.values.map(\.content).filter { content in
      content.targets.values.contains { !identifiers.isDisjoint(with: $0) }
    }.map(\.identifier)
  }
}
