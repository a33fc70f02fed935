import Foundation
import SQLiteC
import Strata

@Model final class Purchase {
  @Attribute(.unique) var number: Int
  var amount: Int
  var customer: Customer?

  init(number: Int, customer: Customer) {
    self.number = number
    amount = 0
    self.customer = customer
  }
}

@Model final class Customer {
  var name: String
  @Relationship(inverse: \Purchase.customer) var purchases: [Purchase] = []

  init(name: String) { self.name = name }
}

/// The tables of purchases and their customers, as the library writes them for all contenders.
enum PurchaseTable {
  static let customerCount = 100
  static let purchaseCount = 8_000
  /// How many purchases a request reads, one of which it changes.
  static let pageSize = 10

  static let page = """
    SELECT p.strata_key, p.number, p.amount, c.name FROM Purchase AS p
    JOIN Customer AS c ON c.strata_key = p.customer
    WHERE p.number >= ? AND p.number < ? ORDER BY p.number
    """
  static let change = "UPDATE Purchase SET amount = amount + 1 WHERE strata_key = ?"

  static func fill(_ url: URL) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Purchase.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let customers = (0..<customerCount).map { Customer(name: "customer \($0)") }
    for number in 0..<purchaseCount {
      context.insert(Purchase(number: number, customer: customers[number % customerCount]))
    }
    try context.save()
    return container
  }

  /// The first purchase of a request, where no two tasks work on the same.
  static func start(task: Int, taskCount: Int, request: Int) -> Int {
    let stretch = purchaseCount / taskCount
    return task * stretch + request * pageSize % stretch
  }

  static func checksum(of url: URL) throws -> Checksum {
    try RawDatabase.checksum(of: url, "SELECT count(*), sum(amount) FROM Purchase")
  }
}
