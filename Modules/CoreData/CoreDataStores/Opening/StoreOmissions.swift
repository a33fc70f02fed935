import StrataDescriptions
import StrataSQLite
import StrataSchema

/// The content of a store that its model doesn't describe, so that no object shows it.
struct StoreOmissions {
  /// Tables, columns and entities with content that the model lacks, one line each.
  private(set) var content: [String] = []
  /// Numbers of rows that aren't objects of the model, by table.
  private(set) var rows: [String] = []
  /// Many-to-many relationships whose orders at both ends contradict each other. Only one of the
  /// orders is read.
  private(set) var orders: [String] = []

  private let names: StoreNames
  private let connection: Connection

  /// Compares a store with its model.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` if the model doesn't fit at all.
  init(_ names: StoreNames, _ connection: Connection) throws {
    self.names = names
    self.connection = connection
    try findEntities()
    try findTables()
    for table in Set(names.tableNames.values).sorted() {
      guard let known = names.columnNames[table] else { continue }
      try findColumns(of: table, known)
      try findStrayValues(of: table)
      try findRows(of: table)
    }
    try findOrders()
  }

  private mutating func findOrders() throws {
    var seen: Set<String> = []
    for entity in names.model.entities {
      for one in entity.relationships
      where one.isToMany && !one.isTransient && names.isManyToMany(one) {
        // A missing table of links is an error of opening the store, so it is ignored here.
        guard let links = try? names.links(of: one, entity), let backOrder = links.backOrder,
          seen.insert(links.table).inserted,
          try CommonLinkOrder(of: links, backOrder: backOrder, connection).positions == nil
        else { continue }
        orders.append(
          "the orders at the two ends of \(entity.name).\(one.name) contradict each other, so that only one "
            + "of them is kept")
      }
    }
  }

  private mutating func findEntities() throws {
    let known = Set(try names.model.entities.map { try names.number(of: $0) })
    for entity in names.tables.entities where !known.contains(entity.number) {
      content.append("its entity \(entity.name) (number \(entity.number)) isn't in the model")
    }
    let superentities = Dictionary(
      names.tables.entities.map { ($0.number, $0.superentity) }, uniquingKeysWith: { one, _ in one }
    )
    for entity in names.model.entities {
      let parent = try entity.superentityName.map { try names.number(of: $0) } ?? 0
      guard superentities[try names.number(of: entity)] != parent else { continue }
      content.append(
        "its entity \(entity.name) inherits from another one than in the model, by Z_PRIMARYKEY")
    }
  }

  private mutating func findTables() throws {
    var known = Set(names.tableNames.values).union(["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"])
    for entity in names.model.entities {
      for one in entity.relationships
      where one.isToMany && one.inverseName != nil && !one.isTransient && names.isManyToMany(one) {
        // The relationship's other end may find the table. A table that neither finds is reported
        // below.
        if let links = try? names.links(of: one, entity) { known.insert(links.table) }
      }
    }
    for table in names.tables.columns.keys.sorted()
    where table.hasPrefix("Z") && !known.contains(table) {
      let count = try count(table)
      if count > 0 {
        content.append("its table \(table) has \(Self.rows(count)), and isn't of the model")
      }
    }
  }

  private mutating func findColumns(of table: String, _ known: ColumnNames) throws {
    for column in names.tables.columns[table] ?? [] where !known.explains(column) {
      let count = try count(table, where: "\(quoted(column)) IS NOT NULL")
      guard count > 0 else { continue }
      content.append(
        "the column \(column) of its table \(table) has a value in \(Self.rows(count)), and isn't of the model"
      )
    }
  }

  /// Looks for values that objects have in columns of other entities in the same table.
  private mutating func findStrayValues(of table: String) throws {
    let columns = try names.partialColumns(of: table)
    let isKnown = "NOT \(try names.isUnknown(in: table))"
    // SQLite limits the number of columns in a result to 2,000.
    for start in stride(from: 0, to: columns.count, by: 500) {
      let part = columns[start..<min(start + 500, columns.count)]
      let sums = part.map { one in
        let numbers = one.numbers.map { "\($0)" }.joined(separator: ", ")
        return "sum(\(quoted(one.column)) IS NOT NULL AND Z_ENT NOT IN (\(numbers)))"
      }
      let query: SQL =
        "SELECT \(SQL(sums.joined(separator: ", "))) FROM \(name: table) WHERE \(SQL(isKnown))"
      try connection.forEachRow(query) { row in
        for (index, one) in part.enumerated() where row.integer(at: index) > 0 {
          content.append(
            "the column \(one.column) of its table \(table) has a value in "
              + "\(Self.rows(row.integer(at: index))) of other entities than \(one.entity), whose it is"
          )
        }
      }
    }
  }

  private mutating func findRows(of table: String) throws {
    let unknown = try count(table, where: try names.isUnknown(in: table))
    if unknown > 0 {
      rows.append(
        "\(Self.rows(unknown)) of its table \(table) \(unknown == 1 ? "is" : "are") of no entity of the model"
      )
    }
    let keyless = try count(table, where: "Z_PK < 1")
    if keyless > 0 {
      rows.append(
        "\(Self.rows(keyless)) of its table \(table) \(keyless == 1 ? "has a key" : "have keys") below 1, "
          + "which no object has")
    }
  }

  private func count(_ table: String, where condition: String = "1") throws -> Int64 {
    try connection.integer("SELECT count(*) FROM \(name: table) WHERE \(SQL(condition))") ?? 0
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }
}

extension StoreNames {
  /// The SQL condition that a row isn't of an entity that the model has in a table.
  func isUnknown(in table: String) throws -> String {
    let numbers = try model.entities.filter { tableNames[$0.name] == table }.map {
      "\(try number(of: $0))"
    }
    return "(Z_ENT IN (\(numbers.joined(separator: ", ")))) IS NOT 1"
  }

  /// True if the links of a to-many relationship have a table of their own.
  func isManyToMany(_ relationship: RelationshipDescription) -> Bool {
    inverse(of: relationship)?.isToMany ?? false
  }

  /// The relationship's inverse.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    guard let name = relationship.destinationEntityName, let inverse = relationship.inverseName,
      let destination = model.entity(named: name),
      case .relationship(let other)? = model.property(named: inverse, of: destination)
    else { return nil }
    return other
  }
}

extension CoreDataStore {
  /// Describes the content of the store that the model doesn't cover and that no object shows.
  ///
  /// This includes tables, columns and entities with content, rows without an entity, and orders of
  /// links that can't be read. An import reports the same, and each such row.
  ///
  /// O(size of the store's tables).
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)`` if the model doesn't fit the store, or
  ///   `StorageError`.
  public func omissions() throws -> [String] {
    let found = try findOmissions()
    return (found.content + found.rows + found.orders).map { "\(tables.path): \($0)" }
  }

  /// The first part of the store that its model doesn't describe, or nil if there is none.
  func firstUnexplained() throws -> String? {
    let found = try findOmissions()
    return (found.content + found.rows).first.map { "\(tables.path): \($0)" }
  }

  private func findOmissions() throws -> StoreOmissions {
    let connection = try connect()
    defer { connection.close() }
    let omissions = try StoreOmissions(try names(), connection)
    try connection.checkImage()
    return omissions
  }
}
