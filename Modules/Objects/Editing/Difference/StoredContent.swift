import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// A cache of the stored rows and links that a difference concerns. It reads each once.
final class StoredContent {
  let graph: ObjectGraph
  let reader: StoreReader
  let isPast: Bool
  let layouts: RowLayouts
  private(set) var rows: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  private(set) var links: [LinkKey: Int64] = [:]
  private var isRead: Set<ObjectGraph.ObjectKey> = []
  private var present: Set<ObjectGraph.ObjectKey> = []

  /// - Parameter reader: The reader of a past state of the graph's store, or nil for the present.
  init(_ graph: ObjectGraph, _ layouts: RowLayouts, _ reader: StoreReader? = nil) {
    self.graph = graph
    self.reader = reader ?? graph.reader
    isPast = reader != nil
    self.layouts = layouts
  }

  /// Reads the rows of objects, with one statement for each entity.
  func readRows(_ objects: some Sequence<(ObjectGraph.ObjectKey, EntityIndex)>) throws {
    var wanted: [EntityIndex: [Int64]] = [:]
    for (key, entity) in objects where key.key > 0 && isRead.insert(key).inserted {
      wanted[entity, default: []].append(key.key)
    }
    for (entity, keys) in wanted {
      let found = try reader.storedValues(keys, of: layouts[entity].table)
      let root = graph.entities[entity].root
      for (key, values) in found {
        rows[ObjectGraph.ObjectKey(entity: root, key: key)] = values
      }
    }
  }

  /// Reads which objects have a row, with one statement for each hierarchy.
  func readPresence(of objects: some Sequence<ObjectGraph.ObjectKey>) throws {
    for (root, keys) in Dictionary(grouping: objects.lazy.filter { $0.key > 0 }, by: \.entity) {
      let table = graph.entities[root].table
      for key in try reader.integers(
        .init(existing: Set(keys.map(\.key)).sorted(), in: table))
      {
        present.insert(ObjectGraph.ObjectKey(entity: root, key: key))
      }
    }
  }

  /// True if an object has a row. Read its row or its presence first.
  func isStored(_ object: ObjectGraph.ObjectKey) -> Bool {
    rows[object] != nil || present.contains(object)
  }

  /// Reads which links are stored, with one statement for each table.
  func readLinks(_ keys: some Sequence<LinkKey>) throws {
    for (_, keys) in Dictionary(grouping: keys, by: \.table.name) {
      guard let first = keys.first else { continue }
      let pairs = keys.filter { $0.owner > 0 && $0.member > 0 }.map { ($0.owner, $0.member) }
      guard !pairs.isEmpty else { continue }
      take(try reader.links(pairs, in: first.table), like: first)
    }
  }

  /// Reads all links of objects, with one statement for each end of each table.
  ///
  /// - Returns: The links found.
  func readLinks(
    of objects: some Sequence<(ObjectGraph.ObjectKey, EntityIndex)>
  ) throws -> Set<LinkKey> {
    var wanted: [LinkTable: (owners: [Int64], members: [Int64])] = [:]
    for (key, entity) in objects where key.key > 0 {
      for (table, isOwner) in graph.entities[entity].links {
        if isOwner {
          wanted[table, default: ([], [])].owners.append(key.key)
        } else {
          wanted[table, default: ([], [])].members.append(key.key)
        }
      }
    }
    var found: Set<LinkKey> = []
    for (table, keys) in wanted {
      guard let like = graph.linkKey(table, 0, 0) else { continue }
      for (keys, isOwner) in [(keys.owners, true), (keys.members, false)] where !keys.isEmpty {
        found.formUnion(
          take(try reader.links(of: keys, in: table, isOwner: isOwner), like: like))
      }
    }
    return found
  }

  @discardableResult
  private func take(_ stored: [StoredLink], like key: LinkKey) -> [LinkKey] {
    stored.map { link in
      var key = key
      (key.owner, key.member) = (link.owner, link.member)
      links[key] = link.place
      return key
    }
  }
}

extension ObjectGraph {
  /// The key of a link, or nil if the graph has no classes for its table.
  func linkKey(_ table: LinkTable, _ owner: Int64, _ member: Int64) -> LinkKey? {
    guard let ownerEntity = index(named: table.ownerEntity),
      let memberEntity = index(named: table.memberEntity)
    else { return nil }
    return LinkKey(
      table: table, ownerRoot: entities[ownerEntity].root, memberRoot: entities[memberEntity].root,
      owner: owner, member: member)
  }
}
