internal import StrataSQLite
internal import StrataSchema

// Links that another library says, of which nobody has made sure that they lead anywhere.
extension StoreTransaction {
  /// The outcome of making a link.
  package enum LinkOutcome: Sendable, Hashable {
    case made
    /// There is one already.
    case repeated
    /// There is no object at one end, or at both.
    case dangling(hasOwner: Bool, hasMember: Bool)
  }

  /// Makes a link where there are objects at both ends.
  package func linkObjects(
    _ table: LinkTable, owner: Int64, member: Int64
  ) throws -> LinkOutcome {
    try connection.run(
      dialect.insertion(
        ofLinkIn: table, owner: owner, member: member,
        if: """
          EXISTS (SELECT 1 FROM \(name: table.ownerTable) WHERE \(.key) = \(bind: owner))
          AND EXISTS (SELECT 1 FROM \(name: table.memberTable) WHERE \(.key) = \(bind: member))
          """))
    if try connection.changedRowCount > 0 { return .made }
    func has(_ key: Int64, _ table: String) throws -> Bool {
      try connection.integer("SELECT 1 FROM \(name: table) WHERE \(.key) = \(bind: key)") != nil
    }
    let (hasOwner, hasMember) = try (has(owner, table.ownerTable), has(member, table.memberTable))
    return hasOwner && hasMember ? .repeated : .dangling(hasOwner: hasOwner, hasMember: hasMember)
  }

  /// Lets to-one relationships that lead to no object lead nowhere.
  ///
  /// - Parameter body: Is told of each, with the key that there is no object of. O(number of rows).
  package func cutDanglingLinks(
    _ table: EntityTable, _ relationship: String, to destination: EntityTable,
    _ body: (RowReference, Int64) throws -> Void
  ) throws {
    let column: SQL = "\(name: table.linkColumn(of: relationship))"
    let condition: SQL = """
      \(column) IS NOT NULL AND NOT EXISTS \
      (SELECT 1 FROM \(destination) AS d WHERE d.\(.key) = \(table).\(column))
      """
    var isCut = false
    let query: SQL = "SELECT \(table.reference), \(column) FROM \(table) WHERE \(condition)"
    try connection.forEachRow(query) { row in
      isCut = true
      try body(try RowReference(row, of: table), row.integer(at: 2))
    }
    guard isCut else { return }
    try connection.run("UPDATE \(table) SET \(column) = NULL WHERE \(condition)")
  }

  /// Numbers the members of each owner from 1 in the order in which they are, where they have positions that
  /// another library gave them. A new member's position is its key, which comes behind such numbers and need
  /// not come behind others. O(n log n), n rows.
  package func numberPositions(_ table: EntityTable, _ relationship: String) throws {
    let owner: SQL = "\(name: table.linkColumn(of: relationship))"
    let position: SQL = "\(name: table.positionColumn(of: relationship))"
    try connection.run(
      """
      UPDATE \(table) SET \(position) = r.place FROM (
        SELECT \(.key) AS member, max(\(position)) OVER owners AS last, row_number() OVER
          (PARTITION BY \(owner) ORDER BY coalesce(\(position), \(.key)), \(.key)) AS place
        FROM \(table) WHERE \(owner) IS NOT NULL WINDOW owners AS (PARTITION BY \(owner))
      ) AS r WHERE r.last IS NOT NULL AND \(table).\(.key) = r.member
      """)
  }

  /// Lets keys up to one be given to nobody any more: objects may have had them that are gone.
  package func retireKeys(through last: Int64, of entity: String, in store: Store) throws {
    // What is claimed already isn't given back then.
    store.keySequence(for: entity).giveUp()
    try connection.setNextKey(of: entity, to: min(last, EntityTable.keys.upperBound) + 1)
  }

  /// The greatest key that can be given to an object.
  package static var greatestKey: Int64 { EntityTable.keys.upperBound }
}
