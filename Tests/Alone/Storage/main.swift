// A table of rows with typed columns, in a program without objects.
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataStorage

struct Position: Equatable { var latitude, longitude: Double }

extension Position: CompositeColumnRepresentable {
  static var columns: [ColumnDescription] {
    [ColumnDescription("latitude", .real), ColumnDescription("longitude", .real)]
  }
  static var columnParts: [PartialKeyPath<Position>: String] {
    [\.latitude: "latitude", \.longitude: "longitude"]
  }
  init(from row: inout Row) throws {
    self.init(latitude: try row.decode(), longitude: try row.decode())
  }
  func bind(to binder: inout Binder) throws {
    try binder.encode(latitude)
    try binder.encode(longitude)
  }
}

let entity = try Schema.Entity(
  name: "Reading",
  properties: [
    .attribute(
      Schema.Attribute(name: "value", valueType: Double.self, columns: Double.columns)),
    .attribute(
      Schema.Attribute(name: "place", valueType: Position.self, columns: Position.columns)),
  ])
let store = try Store.open(try Schema(entities: [entity]), at: nil)
let table = try store.tables.table("Reading")
let keys = [try store.newKey(for: "Reading"), try store.newKey(for: "Reading")]
let number = try store.save(author: "alone") { transaction in
  let insertion = try transaction.insertion(into: table)
  for (key, value) in zip(keys, [1.5, 2.5]) {
    try insertion.insert(key: key) {
      try $0.encode(value)
      try $0.encode(Position(latitude: 46 + value, longitude: 8))
    }
  }
}
let reader = store.makeReader()
let rows = try reader.rows(
  try SQLQuery(Query(entity: "Reading"), select: .rows, tables: store.tables), of: table
) { key, row in "\(key): \(try row.decode() as Double)" }
// A condition on a part of the composite value, which has a column of its own.
let latitude = QueryExpression.column(
  QueryPath(), .init(property: "place", description: Position.columns[0]))
let north = Query(
  entity: "Reading", predicate: .comparison(.greater, latitude, .literal(.real(48))))
let places = try reader.rows(
  try SQLQuery(north, select: .rows, tables: store.tables), of: table
) { _, row in
  _ = try row.decode() as Double
  return try row.decode() as Position
}
let fixed = try store.save(author: "alone") { transaction in
  guard let value = table.index(of: "value") else { return }
  _ = try transaction.update(table, key: keys[0], properties: PropertySet(value)) {
    try $0.encode(3.5)
  }
  try transaction.delete(table, key: keys[1])
}
print(number ?? 0, fixed ?? 0, rows)
print(try reader.history().map { "\($0.number) \($0.author ?? "") \($0.changes.count)" })
print(places.map { "\($0.latitude) \($0.longitude)" })
