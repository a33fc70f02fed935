import StrataApplication
import StrataCoreDataStores
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// Tables of an entity's objects, which are read without a class.
@MainActor struct StoredObjects {
  private let entity: Schema.Entity
  private let environment: StoreEnvironment
  private let binaries: BinaryValues

  init(_ entity: Schema.Entity, _ environment: StoreEnvironment, blobs: BlobFolder? = nil) {
    self.entity = entity
    self.environment = environment
    binaries = BinaryValues(environment.output, folder: blobs)
  }

  /// Prints the objects of a query, row by row. The columns are those of the entity and of its
  /// subentities.
  func print(_ query: Query, _ invocation: Invocation) throws {
    let columns = try columns()
    let writer = try environment.output.beginTable(columns.all)
    try forEach(query, columns) { cells in
      if writer.rowCount % 1000 == 0 { try invocation.checkCancellation() }
      try writer.row(cells)
    } end: {
      try writer.end()
    }
  }

  /// The objects of a query as a table. Values that can't be shown are warnings of the output.
  ///
  /// - Throws: `StorageError`, ``ShellError``.
  func table(_ query: Query) throws -> (table: Table, fault: ShellError?) {
    let columns = try columns()
    var table = Table(columns.all)
    do {
      try forEach(query, columns) {
        table.rows.append($0)
      } end: {
      }
    } catch let error as ShellError where error.kind == .failed {
      return (table, error)
    }
    return (table, nil)
  }

  /// The columns of a table of objects.
  private struct Columns {
    let names: [String]
    /// The tables of the kinds of objects, by entity.
    let tables: [String: EntityTable]
    /// The position of each column of an entity, by the entity's name.
    let positions: [String: [Int]]

    var all: [Table.Column] {
      [Table.Column("key", beside: names)] + names.map { Table.Column($0) }
    }
  }

  private func columns() throws -> Columns {
    let tables = environment.store.tables
    let table = try tables.table(entity.name)
    let own = try Dictionary(
      table.kinds.map { ($0.entity.name, try tables.table($0.entity.name)) },
      uniquingKeysWith: { first, _ in first })
    var names = table.queryNames
    var positions: [String: [Int]] = [:]
    for kind in table.kinds {
      positions[kind.entity.name] = (own[kind.entity.name] ?? table).queryNames.map { name in
        if let position = names.firstIndex(of: name) { return position }
        names.append(name)
        return names.count - 1
      }
    }
    return Columns(names: names, tables: own, positions: positions)
  }

  private func forEach(
    _ query: Query, _ columns: Columns, _ body: ([Cell]) throws -> Void, end: () throws -> Void
  ) throws {
    let tables = environment.store.tables
    let table = try tables.table(entity.name)
    let sql = try SQLQuery(query, select: .rows, tables: tables)
    var faults = ValueFaults(environment.output)
    try forEachRow(sql, of: table) { kind, row in
      var cells = [Cell](repeating: .null, count: columns.names.count)
      let found = try self.cells(
        row, columns.tables[kind.entity.name] ?? table, kind, &faults)
      for (position, cell) in zip(columns.positions[kind.entity.name] ?? [], found) {
        cells[position] = cell
      }
      try body([.text("\(kind.entity.name)/\(row.integer(at: 0))")] + cells)
    }
    try end()
    try faults.check()
  }

  /// An object as a table, with the first members of each of its relationships.
  struct Excerpt {
    let table: Table
    /// The numbers of members of the relationships that have more.
    let counts: [String: Int]
    /// The error that names the values that can't be shown, or nil if all are.
    let fault: ShellError?
  }

  /// An object with the first members of its relationships, or nil if it doesn't exist. Values that can't be shown are
  /// warnings of the output.
  ///
  /// - Throws: `StorageError`, ``ShellError``.
  func excerpt(of key: Int64, memberCount: Int) throws -> Excerpt? {
    var faults = ValueFaults(environment.output)
    var counts: [String: Int] = [:]
    let found = try table(of: key, &faults) { one, owner in
      let (members, count) = try firstMembers(memberCount, of: key, one, owner)
      if count > members.count { counts[one.name] = count }
      return members
    }
    guard let found else { return nil }
    do throws(ShellError) {
      try faults.check()
    } catch {
      return Excerpt(table: found, counts: counts, fault: error)
    }
    return Excerpt(table: found, counts: counts, fault: nil)
  }

  /// Prints an object with the members of its relationships.
  ///
  /// - Returns: False if the object doesn't exist.
  func print(_ key: Int64) throws -> Bool {
    var faults = ValueFaults(environment.output)
    let table = try table(of: key, &faults) { try members(of: key, $0, $1) }
    guard let table else { return false }
    try environment.output.print(table)
    try faults.check()
    return true
  }

  private func table(
    of key: Int64, _ faults: inout ValueFaults,
    _ members: (Schema.Relationship, Schema.Entity) throws -> [String]
  ) throws -> Table? {
    let tables = environment.store.tables
    let table = try tables.table(entity.name)
    let query = SQLQuery(keysIn: [key], of: table)
    var found: Table?
    try forEachRow(query, of: table) { kind, row in
      let own = try tables.table(kind.entity.name)
      let names = own.queryNames
      let title = Table.Column("key", beside: names)
      var rows: [[Cell]] = [[.text(title.name), .text("\(kind.entity.name)/\(key)")]]
      rows += zip(names, try cells(row, own, kind, &faults)).map { [.text($0), $1] }
      for case .relationship(let one) in kind.entity.properties where !one.isToOne {
        rows.append([.text(one.name), .list(try members(one, kind.entity).map { .text($0) })])
      }
      found = Table(["property", "value"], rows: rows)
    }
    return found
  }

  /// The name of each of some objects, by key: the value of an attribute, or the first text. Objects without one are left
  /// out.
  ///
  /// - Throws: `StorageError`.
  func names(of keys: [Int64], by attribute: String?) throws -> [Int64: String] {
    let tables = environment.store.tables
    let table = try tables.table(entity.name)
    var names: [Int64: String] = [:]
    try forEachRow(SQLQuery(keysIn: keys, of: table), of: table) { kind, row in
      let own = try tables.table(kind.entity.name)
      let index = own.columns.firstIndex {
        if let attribute { return own.entity.properties[$0.property].name == attribute }
        return $0.description.storageClass == .text && $0.description.meaning == nil
      }
      guard let index, row.isValidText(at: kind.start + index) else { return }
      let cell = Cell(row.value(at: kind.start + index), own.columns[index].description)
      let name = cell.text(in: environment.output.timeZone)
      if !name.allSatisfy(\.isWhitespace) { names[row.integer(at: 0)] = name }
    }
    return names
  }

  private func forEachRow(
    _ query: SQLQuery, of table: EntityTable, _ body: (EntityTable.Kind, Statement) throws -> Void
  ) throws {
    let kinds = Dictionary(
      table.kinds.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    try environment.reader.read { connection in
      try connection.forEachRow(query) { row in
        let name = table.isPolymorphic ? row.text(at: 1) ?? "" : table.entity.name
        // Rows of entities that the schema doesn't know are skipped, as when fetching objects.
        guard let kind = kinds[name] else { return }
        try body(kind, row)
      }
    }
  }

  private func cells(
    _ row: Statement, _ table: EntityTable, _ kind: EntityTable.Kind, _ faults: inout ValueFaults
  ) throws -> [Cell] {
    let key = row.integer(at: 0)
    let object = "\(kind.entity.name)/\(key)"
    let names = table.queryNames
    return try table.columns.indices.map { index in
      let column = table.columns[index]
      guard row.isValidText(at: kind.start + index) else {
        return faults.cell(row.bytes(at: kind.start + index), object, names[index])
      }
      let value = row.value(at: kind.start + index)
      if let data = UnreadableExternalData(value, in: column.description) {
        return faults.cell(data, object, names[index])
      }
      if case .relationship(let one) = table.entity.properties[column.property],
        case .integer(let key) = value
      {
        return .text("\(one.destination)/\(key)")
      }
      if case .blob(let data) = value, column.description.meaning != .uuid {
        return try binaries.cell(data, entity: kind.entity.name, key: key, names[index])
      }
      return Cell(value, column.description)
    }
  }

  private typealias Link = (table: LinkTable, isOwner: Bool)

  private func source(
    of relationship: Schema.Relationship, _ owner: Schema.Entity
  ) throws -> (table: EntityTable, link: Link?) {
    let table = try environment.store.tables.table(relationship.destination)
    return (
      table,
      relationship.usesLinkTable
        ? LinkTable.make(for: relationship, of: owner.name, in: environment.schema) : nil
    )
  }

  private func members(
    of key: Int64, _ relationship: Schema.Relationship, _ owner: Schema.Entity
  ) throws -> [String] {
    let (table, link) = try source(of: relationship, owner)
    return try names(
      SQLQuery(membersOf: key, .relationship(relationship), of: table, link: link), of: table)
  }

  /// The number of members up to which they are read in the order in which they were added.
  private static let orderedCount = 10_000

  /// The first members and the number of all.
  private func firstMembers(
    _ limit: Int, of key: Int64, _ relationship: Schema.Relationship, _ owner: Schema.Entity
  ) throws -> (members: [String], count: Int) {
    let (table, link) = try source(of: relationship, owner)
    let property = Schema.Property.relationship(relationship)
    let count = try environment.reader.read {
      try $0.integer(SQL(numberOfMembersOf: key, property, of: table, link: link)) ?? 0
    }
    let members = try names(
      SQLQuery(
        first: limit, membersOf: key, property, of: table, link: link,
        byKey: count > Self.orderedCount), of: table)
    return (members, Int(count))
  }

  private func names(_ query: SQLQuery, of table: EntityTable) throws -> [String] {
    var names: [String] = []
    try forEachRow(query, of: table) { kind, row in
      names.append("\(kind.entity.name)/\(row.integer(at: 0))")
    }
    return names
  }
}

extension EntityTable {
  /// The columns' names in queries: `title`, or `place.city` for a part of a composite.
  fileprivate var queryNames: [String] {
    columns.map { $0.description.queryName(of: entity.properties[$0.property].name) }
  }
}
