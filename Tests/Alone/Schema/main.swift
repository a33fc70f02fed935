// Entities described in code, and what is wrong with them, in a program without a store.
import StrataSchema

let title = Schema.Attribute(
  name: "title", valueType: String.self, columns: [ColumnDescription("", .text)])
let book = try Schema.Entity(name: "Book", properties: [.attribute(title)])
let schema = try Schema(entities: [book])
print(schema.entities.map(\.name), book.properties.count)
do {
  _ = try Schema(entities: [book, book])
} catch {
  print(error)
}
