import SwiftData

enum Shop {
  enum Size: String, Codable { case small, large }

  @Model
  final class Customer {
    @Attribute(.unique) var email: String
    var name: String
    var born: Date?
    @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order] = []

    init(email: String, name: String, born: Date? = nil) {
      self.email = email
      self.name = name
      self.born = born
    }
  }

  @Model
  final class Order {
    var number: Int
    var total: Double
    var isPaid: Bool = false
    var size: Size = Size.small
    var note: String?
    var customer: Customer?

    init(number: Int, total: Double) {
      self.number = number
      self.total = total
    }
  }

  /// Three customers with two orders each: 10 and 11, 20 and 21, 30 and 31.
  static func context(_ file: StoreFile) throws -> ModelContext {
    let context = try file.context([Customer.self])
    for (index, name) in ["Ada", "Bob", "Çelik"].enumerated() {
      let customer = Customer(email: "\(index)@example.org", name: name)
      for number in 0..<2 {
        let order = Order(number: (index + 1) * 10 + number, total: Double(index) + 0.5)
        order.isPaid = number == 0
        order.note = number == 0 ? nil : "note \(index)"
        order.size = index == 2 ? .large : .small
        customer.orders.append(order)
      }
      context.insert(customer)
    }
    try context.save()
    return context
  }
}
