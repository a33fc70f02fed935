import Foundation
import StrataDescriptions
import StrataModelSource
import StrataSchema
import SwiftData
import Testing

/// Classes that `strata model from-database` has written of the tables of a shop.
@Suite struct TableSource {
  private let schema = Schema([
    Shop.Customers.self, Shop.Orders.self, Shop.Products.self, Shop.OrderItems.self,
    Shop.Shipments.self, Shop.Passports.self, Shop.Tags.self,
  ])

  private func relationship(_ entity: String, _ name: String) throws -> Schema.Relationship {
    try #require(
      schema.entitiesByName[entity]?.relationships.first { $0.name == name }, "\(entity).\(name)")
  }

  @Test(
    arguments: [
      ("Customers", "ordersByCustomer", Schema.Relationship.DeleteRule.cascade, false, "customer"),
      ("Customers", "ordersByBilling", .nullify, false, "billing"),
      ("Customers", "passports", .cascade, true, "customer"),
      ("Customers", "followers", .deny, false, "followeds"),
      ("Products", "children", .deny, false, "parent"),
      ("Products", "tags", .nullify, false, "products"),
      ("OrderItems", "shipments", .cascade, false, "orderItems"),
    ])
  func hasDeleteRulesOfForeignKeys(
    entity: String, name: String, rule: Schema.Relationship.DeleteRule, isToOne: Bool,
    inverse: String
  ) throws {
    let one = try relationship(entity, name)
    #expect(one.deleteRule == rule && one.isToOne == isToOne && one.inverseName == inverse)
  }

  @Test func hasKeysOfTables() throws {
    let items = try #require(schema.entitiesByName["OrderItems"])
    #expect(items.uniquenessConstraints.contains(["order", "line"]))
    #expect(schema.entitiesByName["Products"]?.attributesByName["sku"]?.isUnique == true)
    #expect(schema.entitiesByName["Orders"]?.indices == [["note", "total"]])
  }

  @Test @MainActor func makesAStore() throws {
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let customer = Shop.Customers(id: 1, name: "Ada")
    container.mainContext.insert(customer)
    container.mainContext.insert(Shop.Orders(id: 7, customer: customer))
    try container.mainContext.save()
    #expect(customer.ordersByCustomer.map(\.note) == ["it's"])
    #expect(customer.vip == false)
  }
}

@Suite struct TableNames {
  @Test(arguments: [
    ("order_items", "OrderItems"), ("CUSTOMER", "Customer"), ("2fa", "_2fa"),
    ("type", "TypeEntity"),
    ("strata_x", "StrataX"), ("naïve table", "NaïveTable"), ("$$", "_empty"),
  ])
  func nameClasses(table: String, name: String) {
    let model = DatabaseModel(
      DatabaseDescription(tables: [DatabaseTable(name: table, columns: [])]))
    #expect(model.model.entities.map(\.name) == [name])
  }

  @Test(arguments: [
    ("shipped_at", "shippedAt"), ("SHIPPED_AT", "shippedAt"), ("URLPath", "urlPath"), ("ID", "id"),
    ("customerId", "customerId"), ("hashValue", "hashValueValue"), ("a b", "aB"),
  ])
  func nameProperties(column: String, name: String) {
    let model = DatabaseModel(
      DatabaseDescription(tables: [
        DatabaseTable(name: "t", columns: [DatabaseColumn(name: column, type: "TEXT")])
      ]))
    #expect(model.model.entities.first?.properties.map(\.name) == [name])
  }

  @Test func differWhereTablesDifferInCaseOrSigns() {
    let model = DatabaseModel(
      DatabaseDescription(tables: [
        DatabaseTable(name: "a_b", columns: []), DatabaseTable(name: "aB", columns: []),
      ]))
    #expect(model.model.entities.map(\.name) == ["AB", "AB2"])
    #expect(model.notes.map(\.severity) == [.warning])
  }
}

@Suite struct ColumnDefaults {
  @Test(arguments: [
    ("TEXT", "'a''b'", AttributeValue.string("a'b")), ("TEXT", "\"x\"", .string("x")),
    ("INT", "(-3)", .integer(-3)), ("REAL", "1e3", .double(1000)), ("BOOL", "1", .boolean(true)),
    ("BOOL", "FALSE", .boolean(false)), ("DECIMAL", "2.5", .decimal(2.5)),
    ("BLOB", "x'0A'", .data(Data([10]))), ("TEXT", "NULL", nil), ("TEXT", "lower('A')", nil),
    ("TEXT", "'a' || 'b'", nil), ("REAL", "nan", nil),
  ])
  func areLiterals(type: String, sql: String, value: AttributeValue?) {
    let column = DatabaseColumn(name: "c", type: type, defaultSQL: sql)
    let model = DatabaseModel(
      DatabaseDescription(tables: [DatabaseTable(name: "t", columns: [column])]))
    #expect(model.model.entities.first?.attributes.first?.defaultValue == value)
  }
}
