import SwiftData

enum Shop {
  @Model
  final class Customers {
    @Attribute(.unique) var id: Int
    var name: String
    @Attribute(.unique) var email: String?
    var createdAt: Date?
    var vip: Bool = false
    @Relationship(deleteRule: .cascade, inverse: \Orders.customer)
    var ordersByCustomer: [Orders] = []
    @Relationship(inverse: \Orders.billing) var ordersByBilling: [Orders] = []
    @Relationship(deleteRule: .cascade, inverse: \Passports.customer) var passports: Passports?
    @Relationship(deleteRule: .deny, inverse: \Customers.followers) var followeds: [Customers] = []
    @Relationship(deleteRule: .deny) var followers: [Customers] = []

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }

  @Model
  final class Orders {
    #Index<Orders>([\.note, \.total])

    @Attribute(.unique) var id: Int
    var customer: Customers
    var billing: Customers?
    var total: Decimal? = Decimal(sign: .plus, exponent: -1, significand: 5)
    var note: String? = "it's"
    var `class`: String?
    var odd: Double?
    @Relationship(deleteRule: .cascade, inverse: \OrderItems.order)
    var orderItems: [OrderItems] = []

    init(id: Int, customer: Customers) {
      self.id = id
      self.customer = customer
    }
  }

  @Model
  final class Products {
    @Attribute(.unique) var sku: String
    var price: Double
    var photo: Data?
    var parent: Products?
    @Relationship(deleteRule: .deny, inverse: \Products.parent) var children: [Products] = []
    @Relationship(deleteRule: .deny, inverse: \OrderItems.sku) var orderItems: [OrderItems] = []
    @Relationship(inverse: \Tags.products) var tags: [Tags] = []

    init(sku: String, price: Double) {
      self.sku = sku
      self.price = price
    }
  }

  @Model
  final class OrderItems {
    #Unique<OrderItems>([\.order, \.line])

    var order: Orders
    var line: Int
    var sku: Products
    @Relationship(deleteRule: .cascade, inverse: \Shipments.orderItems)
    var shipments: [Shipments] = []

    init(order: Orders, line: Int, sku: Products) {
      self.order = order
      self.line = line
      self.sku = sku
    }
  }

  @Model
  final class Shipments {
    @Attribute(.unique) var id: Int
    var orderId: Int?
    var line: Int?
    var weight: String?
    var orderItems: OrderItems?

    init(id: Int) {
      self.id = id
    }
  }

  @Model
  final class Passports {
    var customer: Customers
    var number: String
    var hashValueValue: Int?
    var ghost: Int?

    init(customer: Customers, number: String) {
      self.customer = customer
      self.number = number
    }
  }

  @Model
  final class Tags {
    @Attribute(.unique) var id: Int
    var label: String?
    var products: [Products] = []

    init(id: Int) {
      self.id = id
    }
  }
}
