import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

/// A store of one entity, `Sample`, with a value of a type and an optional one.
struct Sample<Value: ColumnRepresentable> {
  let store: Store
  let table: EntityTable

  init(at url: URL?) throws {
    let schema = try Schema(entities: [
      Schema.Entity(
        name: "Sample",
        properties: [
          .attribute(
            Schema.Attribute(
              name: "value", valueType: Value.self, columns: Value.columns,
              check: Value.check { quoted($0.isEmpty ? "value" : "value_\($0)") })),
          .attribute(
            Schema.Attribute(
              name: "maybe", valueType: Value?.self, columns: Value?.columns,
              check: Value?.check { quoted($0.isEmpty ? "maybe" : "maybe_\($0)") })),
        ])
    ])
    store = try Store.open(schema, at: url)
    table = try store.tables.table("Sample")
  }

  func insert(_ value: Value, _ maybe: Value?, key: Int64) throws {
    _ = try store.save(author: nil) { transaction in
      try transaction.insertion(into: table).insert(key: key) { binder in
        try value.bind(to: &binder)
        try maybe.bind(to: &binder)
      }
    }
  }

  func all() throws -> [(value: Value, maybe: Value?)] {
    let query = try SQLQuery(Query(entity: "Sample"), select: .rows, tables: store.tables)
    return try store.makeReader().rows(query, of: table) { _, row in
      (try Value(from: &row), try Value?(from: &row))
    }
  }
}

/// Writes values into a table on disk, reads them through another connection and by way of a list
/// of column values, and expects the same ones.
func expectRoundTrip<Value: ColumnRepresentable & Equatable>(
  _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = try TemporaryFolder()
  let sample = try Sample<Value>(at: folder.file())
  for (index, value) in values.enumerated() {
    try sample.insert(value, index % 2 == 0 ? value : nil, key: Int64(index + 1))
  }
  let found = try sample.all()
  #expect(found.map(\.value) == values, sourceLocation: sourceLocation)
  let maybes = values.enumerated().map { $0.offset % 2 == 0 ? $0.element : nil }
  #expect(found.map(\.maybe) == maybes, sourceLocation: sourceLocation)
  for value in values {
    var binder = Binder(recording: PropertySet(0))
    try value.bind(to: &binder)
    #expect(binder.values.count == Value.columns.count, sourceLocation: sourceLocation)
    var row = Row(binder.values, table: "Sample", present: PropertySet(0))
    #expect(try Value(from: &row) == value, sourceLocation: sourceLocation)
  }
}
