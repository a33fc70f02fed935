import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Plans the search indexes, when it is known what becomes of the tables.
  mutating func planSearches(_ tables: [EntityTable]) throws {
    switch dialect {
    case .sqlite: try planFTS5(tables)
    case .postgreSQL: planServerSearches(tables)
    }
  }

  private mutating func planFTS5(_ tables: [EntityTable]) throws {
    let stored = try connection.catalog.searchParts()
    var kept: Set<String> = []
    for table in tables {
      for search in table.searchTables {
        let parts = [(name: search.name, sql: search.creation)] + search.triggers
        let isCurrent = parts.allSatisfy { stored[$0.name] == $0.sql.sql }
        // A table that is made anew has lost its triggers.
        if isCurrent, !work.drops(table.name) {
          kept.insert(search.name)
        } else {
          work.searches.append(search)
        }
      }
    }
    let names = Set(
      stored.keys.compactMap { name in
        name.hasPrefix(SearchTable.prefix) ? indexName(ofPart: name) : nil
      })
    for name in names.subtracting(kept).sorted() where isDropped(name, tables) {
      work.searchDrops += SearchTable.drops(name)
    }
  }

  /// The name of the FTS5 table that a table or a trigger belongs to.
  private func indexName(ofPart part: String) -> String {
    for event in [" insert", " delete", " update"] where part.hasSuffix(event) {
      return String(part.dropLast(event.count))
    }
    return part
  }

  // An index of a class that neither schema has stays, unless its table is made anew, which nobody would
  // keep it in step with.
  private func isDropped(_ name: String, _ tables: [EntityTable]) -> Bool {
    let entity = String(name.dropFirst(SearchTable.prefix.count))
    if new.entitiesByName[entity] != nil || old?.entitiesByName[entity] != nil { return true }
    return stored.byName.keys.contains { work.drops($0) }
  }

  // A server's index goes with its columns, and is made again then. Its name says what it is of.
  private mutating func planServerSearches(_ tables: [EntityTable]) {
    let wanted = tables.flatMap(\.searchTables)
    let names = Set(wanted.map(\.name))
    let present = Set(stored.indexes.keys.filter { $0.hasPrefix(SearchTable.prefix) })
    let known = Set(
      (new.entities + (old?.entities ?? [])).map { SearchTable.name(of: $0.name) })
    for name in present.subtracting(names).sorted() {
      // Others' classes keep theirs.
      guard let owner = name.split(separator: " ").first, known.contains(String(owner)) else {
        continue
      }
      work.searchDrops.append("DROP INDEX IF EXISTS \(name: name)")
    }
    if !names.isSubset(of: present) || !work.isEmpty { work.searches = wanted }
  }
}
