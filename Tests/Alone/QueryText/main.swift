// A query as text over an entity described in code, in a program without a store.
import StrataQuery
import StrataQueryText
import StrataSchema

let entity = try Schema.Entity(
  name: "Book",
  properties: [
    .attribute(
      Schema.Attribute(
        name: "title", valueType: String.self, columns: [ColumnDescription("", .text)]))
  ])
let schema = try Schema(entities: [entity])
let syntax = try QuerySyntax(parsing: #"where title BEGINSWITH[c] "the" sort by title limit 3"#)
let query = try QueryResolver(schema: schema).resolve(syntax, entity: entity)
print(syntax)
print(query.entity, query.sort.count, query.limit ?? 0)
do {
  _ = try QueryResolver(schema: schema).resolve(
    try QuerySyntax(parsing: "where titel == 1"), entity: entity)
} catch {
  print(error)
}
