internal import Foundation
import StrataSQLite
import StrataSchema

extension Store {
  /// True if each save checks the rows that it has written before it commits them: in debug builds, and
  /// where the environment has `STRATA_CHECK_SAVES`. Tests that count statements turn it off.
  @TaskLocal package static var checksSaves: Bool = {
    #if DEBUG
    true
    #else
    ProcessInfo.processInfo.environment["STRATA_CHECK_SAVES"] != nil
    #endif
  }()
}

extension StoreTransaction {
  /// Cuts the links to rows that the transaction has deleted, where nobody who deletes them can know of
  /// the links: of relationships without an inverse, those whose delete rule is to do nothing, and those of classes that
  /// other programs have recorded. The rows that lose a link are recorded as updated.
  ///
  /// O(deleted rows × relationships that lead to their entity), each a look into an index.
  ///
  /// - Throws: `StorageError.unsound` where another link still leads to a deleted row.
  func cutLinksToDeletedRows(of store: Store) throws {
    guard log.hasRecorded(.delete) else { return }
    var deleted: [String: [Int64]] = [:]
    for run in try log.recorded(.delete) { deleted[run.table.name, default: []] += run.keys }
    try cutUnknownLinks(to: deleted, of: store)
    for entity in store.schema.entities {
      for case .relationship(let relationship) in entity.ownProperties where relationship.isToOne {
        let rule = try LinkRule(relationship, of: entity.name, store.tables)
        guard let keys = deleted[rule.target.name] else { continue }
        for keys in keys.chunks {
          guard rule.isCutOnDeletion, relationship.isOptional else {
            try require(try rule.danglingLinks(connection, .leadingTo(keys)), in: store)
            continue
          }
          try cut(rule, leadingTo: keys, store.tables)
        }
      }
    }
    for link in store.schema.linkTables {
      for isOwner in [true, false] {
        guard let keys = deleted[isOwner ? link.ownerTable : link.memberTable] else { continue }
        for keys in keys.chunks {
          try require(
            try danglingLinks(link, isOwner: isOwner, of: keys, farIsGone: false, store.tables),
            in: store)
        }
      }
    }
  }

  func cut(_ rule: LinkRule, leadingTo keys: [Int64], _ tables: Tables) throws {
    let query: SQL = """
      SELECT \(rule.owner.reference) FROM \(rule.owner) AS a \
      WHERE \(KeyList(keys, dialect).contains("a.\(rule.column)")) AND \(rule.leadsNowhere)
      """
    let rows = try connection.rows(query) { try RowReference($0, of: rule.owner) }
    guard !rows.isEmpty else { return }
    try clearLinks(rule.owner, rule.relationship.name, keys: rows.map(\.key))
    for row in rows {
      let table = try tables.table(row.entity)
      guard let index = table.index(of: rule.relationship.name) else { continue }
      log.record(.update, table, key: row.key, properties: PropertySet(index))
    }
  }

  /// Checks what the transaction has written by the rules that ``StoreReader/check()`` holds against a
  /// whole store: links lead to rows that are there, and both ends agree.
  ///
  /// O(written links), each a look into an index.
  ///
  /// - Throws: `StorageError.unsound` with what is wrong; then nothing is committed.
  func check(of store: Store) throws {
    var faults: [StoreFault] = []
    for run in try log.recorded(.insert, .update) {
      // A deletion has changed links of classes that the program's models lack.
      let isKnown = store.tables.byEntity[run.table.entity.name] === run.table
      let recorded =
        isKnown ? nil : try store.recordedClasses(connection, isRefusedIfStale: expected != nil)
      let (schema, tables) = (recorded?.schema ?? store.schema, recorded?.tables ?? store.tables)
      for keys in run.keys.chunks {
        for (index, property) in run.table.entity.properties.enumerated() {
          guard case .relationship(let relationship) = property,
            run.kind == .insert || run.properties.contains(PropertyIndex(index))
          else { continue }
          faults += try self.faults(relationship, of: run.table, keys, schema, tables)
        }
      }
    }
    try require(faults, in: store)
  }

  private func faults(
    _ relationship: Schema.Relationship, of table: EntityTable, _ keys: [Int64], _ schema: Schema,
    _ tables: Tables
  ) throws -> [StoreFault] {
    guard relationship.isToOne else {
      guard relationship.usesLinkTable else { return [] }
      let link = LinkTable.make(for: relationship, of: table.entity.name, in: schema)
      return try danglingLinks(
        link.table, isOwner: link.isOwner, of: keys, farIsGone: true, tables)
    }
    let rule = try LinkRule(relationship, of: table.entity.name, tables)
    var faults = try rule.danglingLinks(connection, .keys(keys))
    faults += try rule.inverseFaults(connection, .keys(keys))
    guard relationship.inverseIsToOne, let inverse = relationship.inverseName,
      let back = rule.target.entity.relationships.first(where: { $0.name == inverse })
    else { return faults }
    // Others that lead to these rows, which may lead elsewhere now.
    return faults
      + (try LinkRule(back, of: relationship.destination, tables)
        .inverseFaults(connection, .leadingTo(keys)))
  }

  /// The links of some objects that lead from or to a row that isn't there.
  ///
  /// - Parameter farIsGone: Whether to look for the rows at the other end; else it is the objects' own.
  private func danglingLinks(
    _ link: LinkTable, isOwner: Bool, of keys: [Int64], farIsGone: Bool, _ tables: Tables
  ) throws -> [StoreFault] {
    let end = LinkEnd(link, isOwner: isOwner)
    let (nearTable, farTable) =
      isOwner ? (link.ownerTable, link.memberTable) : (link.memberTable, link.ownerTable)
    let (column, table) = farIsGone ? (end.far, farTable) : (end.near, nearTable)
    let query: SQL = """
      SELECT l.\(end.near), l.\(end.far) FROM \(end.links(as: "l")) \
      WHERE \(KeyList(keys, dialect).contains("l.\(end.near)")) AND NOT EXISTS \
      (SELECT 1 FROM \(name: table) AS b WHERE b.\(.key) = l.\(column))
      """
    return try connection.rows(query) { row in
      let (place, gone) =
        farIsGone ? ((nearTable, 0), (farTable, 1)) : ((farTable, 1), (nearTable, 0))
      return StoreFault(
        kind: .danglingLink,
        place: try connection.object(row.integer(at: place.1), in: place.0, of: tables),
        message: "\(link.name) links it with \(gone.0)/\(row.integer(at: gone.1)), "
          + "which isn't there")
    }
  }

  private func require(_ faults: [StoreFault], in store: Store) throws {
    guard !faults.isEmpty else { return }
    throw StorageError.unsound(
      path: store.path, faults: faults.map { "\($0.place): \($0.message)" })
  }
}

extension [Int64] {
  /// The same in parts that one statement takes as its argument.
  var chunks: [[Int64]] {
    stride(from: 0, to: count, by: 10_000).map { Array(self[$0..<Swift.min($0 + 10_000, count)]) }
  }
}
