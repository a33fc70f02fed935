import Foundation
import StrataSchema
import StrataSQLite

/// A schema with a column of each kind and a relationship of each form.
enum Library {
  static func schema() throws -> Schema {
    try Schema(entities: [book(), person(), tag()])
  }

  static func book() throws -> Schema.Entity {
    try Schema.Entity(
      name: "Book",
      properties: [
        attribute("title", String.self, options: [.unique]),
        attribute("pages", Int?.self),
        attribute("published", Date.self),
        attribute("isbn", UUID?.self),
        attribute("price", Decimal.self),
        .attribute(
          Schema.Attribute(
            name: "kind", valueType: String.self,
            columns: [
              ColumnDescription("", .text, meaning: .oneOf([.text("novel"), .text("it's")]))
            ])),
        attribute("chapters", Span?.self),
        toOne("author", to: "Person", inverse: "books"),
        toMany("tags", to: "Tag", inverse: "books"),
      ],
      uniquenessConstraints: [["title", "author"]], indices: [["pages", "published"], ["price"]])
  }

  static func person() throws -> Schema.Entity {
    try Schema.Entity(
      name: "Person",
      properties: [
        attribute("name", String.self),
        .relationship(
          Schema.Relationship(
            name: "books", destination: "Book", inverseName: "author", inverseIsToOne: true,
            isToOne: false, isOptional: true, deleteRule: .cascade)),
        toMany("friends", to: "Person", inverse: nil),
      ])
  }

  static func tag() throws -> Schema.Entity {
    try Schema.Entity(
      name: "Tag",
      properties: [attribute("word", String.self), toMany("books", to: "Book", inverse: "tags")])
  }

  static func attribute<Value: ColumnRepresentable>(
    _ name: String, _ type: Value.Type, options: [Schema.Attribute.Option] = [],
    defaultColumns: [ColumnValue]? = nil
  ) -> Schema.Property {
    .attribute(
      Schema.Attribute(
        name: name, options: options, valueType: type, columns: Value.columns,
        defaultColumns: defaultColumns,
        check: Value.check { part in quoted(part.isEmpty ? name : "\(name)_\(part)") }))
  }

  static func toOne(
    _ name: String, to destination: String, inverse: String? = nil
  ) -> Schema.Property {
    .relationship(
      Schema.Relationship(
        name: name, destination: destination, inverseName: inverse, inverseIsToOne: false,
        isToOne: true, isOptional: true, deleteRule: .nullify))
  }

  static func toMany(
    _ name: String, to destination: String, inverse: String?
  ) -> Schema.Property {
    .relationship(
      Schema.Relationship(
        name: name, destination: destination, inverseName: inverse, inverseIsToOne: false,
        isToOne: false, isOptional: true, deleteRule: .nullify))
  }
}
