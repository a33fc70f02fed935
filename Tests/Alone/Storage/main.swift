// A table of rows with typed columns, in a program without objects.
import StrataQuery
import StrataSchema
import StrataSQLite
import StrataStorage

let entity = try Schema.Entity(
  name: "Reading",
  properties: [
    .attribute(
      Schema.Attribute(name: "value", valueType: Double.self, columns: Double.columns))
  ])
let store = try Store.open(try Schema(entities: [entity]), at: nil)
let table = try store.tables.table("Reading")
let keys = [try store.newKey(for: "Reading"), try store.newKey(for: "Reading")]
let number = try store.save(author: "alone") { transaction in
  let insertion = try transaction.insertion(into: table)
  for (key, value) in zip(keys, [1.5, 2.5]) {
    try insertion.insert(key: key) { try $0.encode(value) }
    transaction.log.record(.insert, table, key: key)
  }
}
let reader = store.makeReader()
let rows = try reader.rows(
  try SQLQuery(Query(entity: "Reading"), select: .rows, tables: store.tables), of: table
) { key, row in "\(key): \(try row.decode() as Double)" }
print(number ?? 0, rows)
print(try reader.history().map { "\($0.number) \($0.author ?? "") \($0.changes.count)" })
