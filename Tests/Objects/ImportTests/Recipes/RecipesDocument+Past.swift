import Foundation
import Strata
import StrataTestSupport
import Testing

extension RecipesDocument {
  /// Saves a contract, and another price by another author.
  private func saveContract() throws -> Contract {
    let contract = Contract(title: "Rent", price: 900)
    context.author = "ada"
    context.insert(contract)
    try context.save()
    contract.price = 950
    context.author = "import"
    try context.save()
    return contract
  }

  @Test func audits() throws {
    let contract = try saveContract()
    var lines: [String] = []
    for change in try context.changes(of: contract) {
      guard let price = change.difference["price"] else { continue }
      let before = try price.before?.value(as: Int.self)
      let after = try price.after?.value(as: Int.self)
      lines.append("\(change.author ?? "-"): \(before ?? 0) to \(after ?? 0)")
    }
    #expect(lines == ["ada: 0 to 900", "import: 900 to 950"])
  }

  @Test func undoesASave() throws {
    let contract = try saveContract()
    context.author = "bea"
    contract.title = "Rent and heating"
    try context.save()
    let imports = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.author == "import" })
    if let last = try context.fetchHistory(imports).last {
      try context.undo(transaction: last.transactionIdentifier)
      try context.save()
    }
    #expect(contract.price == 900 && contract.title == "Rent and heating")
  }

  @Test func readsAPastState() throws {
    let contract = try saveContract()
    let moment = Date.now
    contract.price = 1000
    try context.save()
    let past = try ModelContext(container, asOf: moment)
    let prices = try past.fetch(FetchDescriptor<Contract>(), selecting: \.title, \.price)
    #expect(prices.map(\.1) == [950])
  }
}
