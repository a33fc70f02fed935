import StrataQuery
import StrataSchema
import StrataSQLite
import StrataStorage
import StrataTestSupport

/// The same random rows in a store and in memory.
struct GraphStore {
  let store: Store
  private(set) var oracle = GraphOracle()

  init(_ random: inout SeededGenerator, nodeCount: Int = 12, labelCount: Int = 4) throws {
    store = try Store.open(Graph.schema(), at: nil)
    for key in 1...Int64(labelCount) {
      oracle.labels[key] = GraphOracle.Row(values: [
        "word": .text(random.text(of: "abA", upTo: 2)), "rank": Self.integer(&random),
      ])
    }
    for key in 1...Int64(nodeCount) {
      let x = Double(Int.random(in: -8...8, using: &random)) / 4
      oracle.nodes[key] = GraphOracle.Row(
        values: [
          "n": Self.integer(&random),
          "m": .integer(Int64.random(in: -3...3, using: &random)),
          "x": random.chance(1, in: 3) ? .null : .real(x),
          "s": random.chance(1, in: 3) ? .null : .text(random.text(of: "abA", upTo: 3)),
          "t": .text(random.text(of: "abA", upTo: 2)),
          "flag": random.chance(1, in: 3) ? .null : .integer(Bool.random(using: &random) ? 1 : 0),
        ],
        parent: random.chance(1, in: 3)
          ? nil : Int64.random(in: 1...Int64(nodeCount), using: &random))
    }
    try link(&random)
    try write()
  }

  private static func integer(_ random: inout SeededGenerator) -> ColumnValue {
    random.chance(1, in: 3) ? .null : .integer(Int64.random(in: -3...3, using: &random))
  }

  private mutating func link(_ random: inout SeededGenerator) throws {
    for node in oracle.nodes.keys.sorted() {
      for label in oracle.labels.keys.sorted() where random.chance(1, in: 3) {
        oracle.nodes[node]?.links["labels", default: []].append(label)
        oracle.labels[label]?.links["nodes", default: []].append(node)
      }
      for friend in oracle.nodes.keys.sorted() where random.chance(1, in: 8) {
        oracle.nodes[node]?.links["friends", default: []].append(friend)
      }
    }
  }

  private func write() throws {
    let (nodes, labels) = (try store.tables.table("Node"), try store.tables.table("Label"))
    let links = store.schema.linkTables
    try store.save(author: nil) { transaction in
      for (key, row) in oracle.labels {
        try transaction.insertion(into: labels).insert(key: key) { binder in
          for column in labels.columns { binder.bind(row.values[column.name] ?? .null) }
        }
      }
      for (key, row) in oracle.nodes {
        try transaction.insertion(into: nodes).insert(key: key) { binder in
          for column in nodes.columns where column.name != "parent" {
            binder.bind(row.values[column.name] ?? .null)
          }
          binder.bind(row.parent.map(ColumnValue.integer) ?? .null)
          binder.bindNull()
        }
        for table in links {
          let isOfLabels = table.ownerEntity == "Label"
          for member in row.links[isOfLabels ? "labels" : "friends"] ?? [] {
            try transaction.link(
              table, owner: isOfLabels ? member : key, member: isOfLabels ? key : member)
          }
        }
      }
    }
  }

  /// The keys that SQLite finds.
  func keys(_ query: Query) throws -> [Int64] {
    try store.makeReader().integers(SQLQuery(query, select: .keys, tables: store.tables))
  }

  /// How many SQLite counts.
  func count(_ query: Query) throws -> Int64? {
    try store.makeReader().integers(SQLQuery(query, select: .count, tables: store.tables)).first
  }
}

extension Binder {
  fileprivate mutating func bind(_ value: ColumnValue) {
    switch value {
    case .null: bindNull()
    case .integer(let number): bind(integer: number)
    case .real(let number): bind(real: number)
    case .text(let text): bind(text: text)
    case .blob(let data): bind(blob: data)
    }
  }
}
