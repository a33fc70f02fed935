import StrataSQLite
import StrataSchema
import StrataStorage

/// The rows and links that a save of the working copy has changed, by what its log says.
struct WorkingChanges {
  private var keys: [String: Set<Int64>] = [:]
  private var new: [String: Set<Int64>] = [:]
  private var owners: [String: Set<Int64>] = [:]
  private var members: [String: Set<Int64>] = [:]

  /// - Parameter links: The link tables whose changed ends are asked for.
  init(_ log: HistoryLog, _ links: [WrittenLinks]) throws {
    var deleted: [String: Set<Int64>] = [:]
    for run in try log.recorded(.insert, .update, .delete) {
      let table = run.table.name
      keys[table, default: []].formUnion(run.keys)
      switch run.kind {
      case .insert: new[table, default: []].formUnion(run.keys)
      case .delete: deleted[table, default: []].formUnion(run.keys)
      case .update: break
      }
      let lineage = Set(run.table.entity.lineage.map(\.name))
      func isEnd(_ entity: String, _ relationship: String?) -> Bool {
        guard lineage.contains(entity) else { return false }
        guard run.kind == .update else { return true }
        return relationship.flatMap { run.table.index(of: $0) }
          .map { run.properties.contains($0) } ?? false
      }
      for one in links {
        let name = one.table.name
        if isEnd(one.table.ownerEntity, one.owner.relationship) {
          owners[name, default: []].formUnion(run.keys)
        }
        if isEnd(one.table.memberEntity, one.member.relationship) {
          members[name, default: []].formUnion(run.keys)
        }
      }
    }
    for (table, keys) in deleted { new[table]?.subtract(keys) }
  }

  /// The keys of changed rows in a table of the working copy.
  func rows(of table: String) -> Set<Int64> { keys[table] ?? [] }

  /// True if a row is new, and its key wasn't another row's before.
  func isNew(_ key: Int64, in table: String) -> Bool { new[table]?.contains(key) ?? false }

  /// The owners whose links have changed, as far as the log names them.
  func owners(of links: LinkTable) -> Set<Int64> { owners[links.name] ?? [] }

  /// The members whose links have changed, as far as the log names them.
  func members(of links: LinkTable) -> Set<Int64> { members[links.name] ?? [] }

  /// Adds a row that the save changes at last.
  mutating func note(_ key: Int64, in table: String) { keys[table, default: []].insert(key) }
}

extension Set<Int64> {
  /// The keys as a JSON text, for `json_each`.
  var list: ColumnValue { .text("[\(sorted().map(String.init).joined(separator: ","))]") }
}
