public import StrataSchema

extension SQLQuery {
  /// The rows with some keys, in order of their keys.
  ///
  /// The text is the same for any number of keys, so that one prepared statement serves all.
  public init(keysIn keys: [Int64], of table: EntityTable) {
    if keys.count == 1 {
      self.init(
        "SELECT \(table.selection()) FROM \(quoted(table.name)) AS t WHERE t.\(EntityTable.key) = ?"
          + table.furtherFilter("t"),
        arguments: [.integer(keys[0])])
    } else {
      self.init(
        "SELECT \(table.selection()) FROM \(quoted(table.name)) AS t "
          + "WHERE t.\(EntityTable.key) IN (SELECT value FROM json_each(?))"
          + "\(table.furtherFilter("t")) ORDER BY t.\(EntityTable.key)",
        arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
    }
  }

  /// The members of a to-many relationship of one object, in the order in which they came.
  public init(
    membersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let selection = table.selection()
    if let link {
      let near = link.isOwner ? link.table.ownerColumn : link.table.memberColumn
      let far = link.isOwner ? link.table.memberColumn : link.table.ownerColumn
      self.init(
        "SELECT \(selection) FROM \(quoted(link.table.name)) AS l "
          + "JOIN \(quoted(table.name)) AS t ON t.\(EntityTable.key) = l.\(quoted(far)) "
          + "WHERE l.\(quoted(near)) = ?\(table.furtherFilter("t")) ORDER BY l.rowid",
        arguments: [.integer(owner)])
    } else {
      var inverse = ""
      if case .relationship(let relationship) = property {
        inverse = relationship.inverseName ?? ""
      }
      let position = quoted(table.positionColumn(of: inverse))
      let link = quoted(table.linkColumn(of: inverse))
      self.init(
        "SELECT \(selection) FROM \(quoted(table.name)) AS t WHERE t.\(link) = ?"
          + "\(table.furtherFilter("t")) ORDER BY coalesce(t.\(position), t.\(EntityTable.key))",
        arguments: [.integer(owner)])
    }
  }
}

extension SQLQuery {
  /// The members of a to-many relationship of several objects, each owner's together and in the order
  /// in which they came. The owner's key stands behind the member's columns.
  public init(
    membersOf owners: [Int64], _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let from: String
    let owner: String
    let order: String
    if let link {
      let near = link.isOwner ? link.table.ownerColumn : link.table.memberColumn
      let far = link.isOwner ? link.table.memberColumn : link.table.ownerColumn
      from =
        "\(quoted(link.table.name)) AS l JOIN \(quoted(table.name)) AS t "
        + "ON t.\(EntityTable.key) = l.\(quoted(far))"
      owner = "l.\(quoted(near))"
      order = "l.rowid"
    } else {
      var inverse = ""
      if case .relationship(let relationship) = property {
        inverse = relationship.inverseName ?? ""
      }
      from = "\(quoted(table.name)) AS t"
      owner = "t.\(quoted(table.linkColumn(of: inverse)))"
      order = "coalesce(t.\(quoted(table.positionColumn(of: inverse))), t.\(EntityTable.key))"
    }
    self.init(
      "SELECT \(table.selection()), \(owner) FROM \(from) "
        + "WHERE \(owner) IN (SELECT value FROM json_each(?))\(table.furtherFilter("t")) "
        + "ORDER BY \(owner), \(order)",
      arguments: [.text("[\(owners.map(String.init).joined(separator: ","))]")])
  }
}

extension StoreReader {
  /// What is done about a row of which no object can be made, instead of throwing why. It may read what
  /// stands behind the row's columns.
  public typealias Unreadable = (inout Row, any Error) throws -> Void

  /// Steps through the rows of a query that selects all columns, key first.
  ///
  /// - Parameter unreadable: What is done about a row with a key that no object can have.
  /// - Throws: ``StorageError/invalidValue(_:)`` for such a row, unless something is done about it.
  @inlinable
  public func forEachRow(
    _ query: SQLQuery, of table: EntityTable, unreadable: Unreadable? = nil,
    _ body: (Int64, inout Row) throws -> Void
  ) throws {
    try read { connection in
      try connection.withStatement(query) { statement in
        var row = Row(statement, table: table.entity.name, from: 1)
        while try statement.step() {
          row.rewind(to: 1)
          let key = statement.integer(at: 0)
          if key > 0 {
            try body(key, &row)
          } else {
            try Self.pass(key, table, &row, unreadable)
          }
        }
      }
    }
  }

  /// Reads the rows of a query that selects all columns, key first; `body` makes something of each.
  public func rows<Result>(
    _ query: SQLQuery, of table: EntityTable, _ body: (Int64, inout Row) throws -> Result
  ) throws -> [Result] {
    var result: [Result] = []
    try forEachRow(query, of: table) { result.append(try body($0, &$1)) }
    return result
  }

  /// Steps through the rows of a query that selects the columns of several entities; `body` is told
  /// which of the table's ``EntityTable/kinds`` each row is of.
  ///
  /// A row of an entity that isn't among them is passed over; otherwise as
  /// ``forEachRow(_:of:unreadable:_:)``.
  public func forEachRow(
    _ query: SQLQuery, ofKindsOf table: EntityTable, unreadable: Unreadable? = nil,
    _ body: (_ kind: Int, _ key: Int64, inout Row) throws -> Void
  ) throws {
    try read { connection in
      try connection.withStatement(query) { statement in
        var rows = table.kinds.map { Row(statement, table: $0.entity.name, from: $0.start) }
        var names = TextChoice(table.kinds.map(\.entity.name))
        while try statement.step() {
          guard let kind = names.index(of: statement, column: 1) else { continue }
          rows[kind].rewind(to: table.kinds[kind].start)
          let key = statement.integer(at: 0)
          if key > 0 {
            try body(kind, key, &rows[kind])
          } else {
            try Self.pass(key, table, &rows[kind], unreadable)
          }
        }
      }
    }
  }

  @usableFromInline
  static func pass(
    _ key: Int64, _ table: EntityTable, _ row: inout Row, _ unreadable: Unreadable?
  ) throws {
    let error = StorageError.invalidKey(key, of: table.name)
    guard let unreadable else { throw error }
    try unreadable(&row, error)
  }

  /// The keys that a query selects, with the entity of each.
  ///
  /// - Throws: ``StorageError``, also ``StorageError/invalidValue(_:)`` for a key that no object can have.
  public func keys(
    _ query: SQLQuery, ofKindsOf table: EntityTable
  ) throws -> [(kind: Int, key: Int64)] {
    var names = TextChoice(table.kinds.map(\.entity.name))
    return try read { connection in
      try connection.rows(query) { statement in
        guard let kind = names.index(of: statement, column: 1) else { return nil }
        return (kind, try statement.key(of: table.name))
      }
    }
  }

  /// The keys that a query of just one entity selects.
  ///
  /// - Throws: ``StorageError``, also ``StorageError/invalidValue(_:)`` for a key that no object can have.
  public func keys(_ query: SQLQuery, of table: EntityTable) throws -> [Int64] {
    try read { try $0.rows(query) { try $0.key(of: table.name) } }
  }

  /// The first column of each row of a query, as numbers.
  public func integers(_ query: SQLQuery) throws -> [Int64] {
    try read { try $0.integers(query) }
  }

  /// The first two columns of each row of a query, as numbers.
  public func pairs(_ query: SQLQuery) throws -> [(Int64, Int64)] {
    try read { try $0.pairs(query) }
  }
}

extension SQLQuery {
  /// Those of some keys that there are rows with, of whatever entity.
  package init(existing keys: [Int64], in table: EntityTable) {
    self.init(
      "SELECT \(EntityTable.key) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT value FROM json_each(?))",
      arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
  }
  /// The keys that a to-one relationship of some rows leads to, each once.
  public init(linksOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column = quoted(table.linkColumn(of: relationship))
    self.init(
      "SELECT DISTINCT \(column) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT value FROM json_each(?)) AND \(Self.isLink(column))",
      arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
  }
  /// The keys of some rows, with those that a to-one relationship of theirs leads to.
  public init(linksFrom keys: [Int64], _ relationship: String, in table: EntityTable) {
    let column = quoted(table.linkColumn(of: relationship))
    self.init(
      "SELECT \(EntityTable.key), \(column) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT value FROM json_each(?)) AND \(Self.isLink(column))",
      arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
  }

  // What is neither a key nor NULL is reported when its row is read.
  private static func isLink(_ column: String) -> String {
    "typeof(\(column)) = 'integer' AND \(column) > 0"
  }

  /// The last place that some rows have among the members of what a to-one relationship leads to.
  ///
  /// Places are keys. What another program has written beyond all of them stays the last; nothing could
  /// come behind it.
  public init(lastPlaceOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let place = "coalesce(\(quoted(table.positionColumn(of: relationship))), \(EntityTable.key))"
    self.init(
      "SELECT coalesce(max(\(place)), 0) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT value FROM json_each(?)) "
        + "AND typeof(\(place)) = 'integer' AND \(place) <= \(KeySequence.all.upperBound)",
      arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
  }
}
