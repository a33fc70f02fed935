@_spi(Query) import StrataBulk
@_spi(Query) import StrataModel
import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataGraph
@_spi(Query) @testable import StrataContexts

@Suite("Predicates over random stocks")
struct QueryTests {
  @Test(
    "Saved, unsaved and evaluated in memory, the same objects are found",
    arguments: QueryGroup.allCases)
  func agreement(_ group: QueryGroup) throws {
    var random = SeededGenerator(for: "QueryTests.\(group)")
    let room = try StockRoom(random: &random)
    let cases = group.cases
    for item in cases {
      try ServerRefusal.allowed(for: item.text) { try expectPending(item, room) }
    }
    try room.context.save()
    let fresh = ModelContext(room.container)
    let stocks = try fresh.fetch(FetchDescriptor<Stock>())
    #expect(stocks.count == room.stocks.count)
    for item in cases {
      try ServerRefusal.allowed(for: item.text) { try expectSaved(item, room, stocks, in: fresh) }
    }
  }

  private func expectSaved(
    _ item: QueryCase, _ room: StockRoom, _ stocks: [Stock], in fresh: ModelContext
  ) throws {
    let found = try room.found(item.predicate, in: fresh)
    let expression = try PredicateTranslator.translate(item.predicate)
    for stock in stocks {
      let isFound = found.contains(stock.persistentModelID)
      let evaluated = try QueryEvaluator.truth(expression, of: stock)
      #expect(evaluated == isFound, "in memory: \(item.text), \(describe(item, stock, room))")
      // Where Swift throws, there is nothing to agree with.
      guard let expected = try? item.predicate.evaluate(stock) else { continue }
      #expect(isFound == expected, "\(item.text), \(describe(item, stock, room))")
    }
  }

  private func expectPending(_ item: QueryCase, _ room: StockRoom) throws {
    let found = try room.found(item.predicate, in: room.context)
    let expression = try PredicateTranslator.translate(item.predicate)
    for stock in room.stocks {
      let expected = try QueryEvaluator.truth(expression, of: stock)
      #expect(found.contains(stock.persistentModelID) == expected, "unsaved: \(item.text)")
    }
  }

  private func describe(_ item: QueryCase, _ stock: Stock, _ room: StockRoom) -> String {
    var values: [String] = []
    for property in Stock._$entity.properties {
      // Only what the text speaks of.
      guard item.text.contains(".\(property.name)") else { continue }
      let columns = try? stock.columnValues(forKey: property.name)
      values.append("\(property.name) \(columns ?? [])")
    }
    let query = try? FetchDescriptor(predicate: item.predicate).query(in: nil)
    let sql = query.flatMap { try? room.context.explain($0).sql }
    return "\(values) \(sql?.sql.drop { $0 != "W" } ?? "") \(sql?.arguments ?? [])"
  }

  @Test("The text of each predicate is its code", arguments: QueryGroup.allCases)
  func texts(_ group: QueryGroup) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(group.file)
    let source = squeezed(try String(contentsOf: file, encoding: .utf8))
    for item in group.cases {
      #expect(source.contains("#Predicate{\(squeezed(item.text))}"), "\(item.text)")
    }
  }

  // Where lines are broken says nothing.
  private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

extension StockRoom {
  func found(
    _ predicate: Predicate<Stock>, in context: ModelContext
  ) throws -> Set<PersistentIdentifier> {
    let stocks = try context.fetch(FetchDescriptor(predicate: predicate))
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == stocks.count)
    return Set(stocks.map(\.persistentModelID))
  }
}
