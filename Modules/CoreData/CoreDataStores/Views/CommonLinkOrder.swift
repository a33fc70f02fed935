import StrataSQLite

/// A single order of the links of a many-to-many relationship that is ordered at both ends.
///
/// A link has one position here and two in the store: among the members of its owner, and among the
/// owners of its member. Links that were made one after the other, each behind those that were
/// there, agree about that. Others may contradict each other, and then no single order has both.
struct CommonLinkOrder {
  /// The position of each link, by the row id of its row. Nil if the two orders contradict each
  /// other.
  let positions: [Int64: Int64]?

  /// Reads the links' two orders. O(*n* log *n*) in the number of links.
  init(of links: StoreNames.Links, backOrder: String, _ connection: Connection) throws {
    let table: SQL = "main.\(name: links.table)"
    let rows = try connection.integers("SELECT rowid FROM \(table) ORDER BY rowid")
    let indices = Dictionary(
      rows.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var successors = Array(repeating: [Int](), count: rows.count)
    var predecessorCounts = Array(repeating: 0, count: rows.count)
    let orders = [(links.owner, links.order ?? "rowid"), (links.member, backOrder)]
    for (near, order) in orders {
      var last: (key: Int64, index: Int)?
      let query: SQL = """
        SELECT rowid, \(name: near) FROM \(table) WHERE typeof(\(name: near)) = 'integer' \
        ORDER BY \(name: near), \(name: order), rowid
        """
      try connection.forEachRow(query) { row in
        guard let index = indices[row.integer(at: 0)] else { return }
        let key = row.integer(at: 1)
        if let last, last.key == key {
          successors[last.index].append(index)
          predecessorCounts[index] += 1
        }
        last = (key, index)
      }
    }
    var sorted = rows.indices.filter { predecessorCounts[$0] == 0 }
    var next = 0
    while next < sorted.count {
      for successor in successors[sorted[next]] {
        predecessorCounts[successor] -= 1
        if predecessorCounts[successor] == 0 { sorted.append(successor) }
      }
      next += 1
    }
    // The remaining links form a cycle: the two orders contradict each other.
    guard sorted.count == rows.count else {
      positions = nil
      return
    }
    positions = Dictionary(
      sorted.enumerated().map { (rows[$1], Int64($0 + 1)) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
