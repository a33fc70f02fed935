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
    for name in names.subtracting(kept).sorted() {
      let isMadeAnew = work.searches.contains { $0.name == name }
      if isMadeAnew || !tables.contains(where: { isKeptSearch(name, of: $0) }) {
        work.searchDrops += SearchTable.drops(name)
      }
    }
  }

  /// The name of the FTS5 table that a table or a trigger belongs to.
  func indexName(ofPart part: String) -> String {
    for event in [" insert", " delete", " update"] where part.hasSuffix(event) {
      return String(part.dropLast(event.count))
    }
    return part
  }

  /// True if a search index stays that the schema lacks: a program that opens the store leaves those of others alone, and a
  /// plan those of classes that it doesn't know.
  func isKeptSearch(_ name: String, of table: EntityTable) -> Bool {
    let entity = String(name.dropFirst(SearchTable.prefix.count))
    if table.searchTables.contains(where: { $0.name == name }) { return false }
    if let own = new.entitiesByName[entity] {
      // It is inherited now.
      return !drops && own.search == nil
    }
    return !drops || old?.entitiesByName[entity] == nil
  }

  // A server's index goes with its columns, and is made again then. Its name says what it is of.
  private mutating func planServerSearches(_ tables: [EntityTable]) {
    // A program's queries use an index of exactly its own properties, which may be fewer than those of others.
    var wanted = tables.flatMap(\.searchTables)
    for search in program.searchTables(in: dialect)
    where !wanted.contains(where: { $0.name == search.name }) {
      wanted.append(search)
    }
    let names = Set(wanted.map(\.name))
    let present = Set(stored.indexes.keys.filter { $0.hasPrefix(SearchTable.prefix) })
    if drops {
      let known = Set(
        (new.entities + (old?.entities ?? [])).map { SearchTable.name(of: $0.name) })
      for name in present.subtracting(names).sorted() {
        // Others' classes keep theirs.
        guard let owner = name.split(separator: " ").first, known.contains(String(owner)) else {
          continue
        }
        work.searchDrops.append("DROP INDEX IF EXISTS \(name: name)")
      }
    }
    if !names.isSubset(of: present) || !work.isEmpty { work.searches = wanted }
  }
}
