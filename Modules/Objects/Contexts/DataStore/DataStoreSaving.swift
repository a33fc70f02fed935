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
    let row: ObjectGraph.ObjectKey
    let entity: EntityIndex
    let snapshot: Custom.Snapshot
    let content: SnapshotContent
  }

  init(_ mirror: DataStoreMirror<Custom>, _ objects: GraphStore) {
    self.mirror = mirror
    graph = ObjectGraph(objects)
  }

  /// True if nothing has changed that the custom store has.
  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Reads what a save has written.
  mutating func collect(_ log: HistoryLog) throws {
    defer { graph.tearDown() }
    var changes: [EntityIndex: (inserted: Set<Int64>, updated: Set<Int64>, deleted: Set<Int64>)] =
      [:]
    for run in try log.recorded(.insert, .update, .delete) {
      guard let entity = graph.index(named: run.table.entity.name) else { continue }
      switch run.kind {
      case .insert: changes[entity, default: ([], [], [])].inserted.formUnion(run.keys)
      case .update: changes[entity, default: ([], [], [])].updated.formUnion(run.keys)
      case .delete: changes[entity, default: ([], [], [])].deleted.formUnion(run.keys)
      }
    }
    var touched: Set<PersistentIdentifier> = []
    var seen: Set<PersistentIdentifier> = []
    for entity in graph.entities {
      guard let change = changes[entity.index] else { continue }
      for key in change.deleted.subtracting(change.inserted).sorted() {
        guard let known = mirror.known[graph.identifier(entity.index, key)] else { continue }
        deleted.append(known)
        seen.insert(known.content.identifier)
        touched.formUnion(inverses(of: known.content, entity))
      }
      for object in try read(entity, change.inserted.subtracting(change.deleted)) {
        inserted.append(object)
        seen.insert(object.content.identifier)
        touched.formUnion(inverses(of: object.content, entity))
      }
      let changed = change.updated.subtracting(change.deleted).subtracting(change.inserted)
      for object in try read(entity, changed) {
        seen.insert(object.content.identifier)
        touched.formUnion(inverses(of: object.content, entity))
        guard let known = mirror.known[object.content.identifier] else { continue }
        touched.formUnion(inverses(of: known.content, entity))
        if known.content != object.content { updated.append(object) }
      }
    }
    // The objects at the other ends of changed relationships have these in their snapshots as well.
    let others = Dictionary(grouping: touched.subtracting(seen), by: \.entityName)
    for entity in graph.entities {
      let keys = (others[entity.name] ?? []).compactMap { mirror.identifiers.key(of: $0) }
      for object in try read(entity, Set(keys)) {
        guard let known = mirror.known[object.content.identifier]?.content,
          known != object.content
        else { continue }
        updated.append(object)
      }
    }
  }

  private func inverses(
    of content: SnapshotContent, _ entity: GraphEntity
  ) -> [PersistentIdentifier] {
    entity.relationships.filter { $0.inverse != nil }.flatMap { content.targets[$0.index] ?? [] }
  }

  private func read(_ entity: GraphEntity, _ keys: Set<Int64>) throws -> [Object] {
    func read<T: PersistentModel>(_ type: T.Type) throws -> [Object] {
      try graph.readModels(type, keys: keys.sorted()).map { model in
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = Custom.Snapshot(
          from: model.persistentBackingData, relatedBackingDatas: &related)
        return Object(
          row: ObjectGraph.ObjectKey(entity: entity.root, key: model._$state.key),
          entity: entity.index, snapshot: snapshot,
          content: try SnapshotContent(snapshot, of: entity.entity))
      }
    }
    return try keys.isEmpty ? [] : read(entity.type)
  }
}
