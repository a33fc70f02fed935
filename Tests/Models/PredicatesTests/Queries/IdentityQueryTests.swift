import StrataModelSupport
import Strata
import StrataQuery
import StrataTestSupport
import Testing

@testable import StrataGraph
@_spi(Query) @testable import StrataContexts

@Suite("Predicates over identity")
struct IdentityQueryTests {
  private let room: StockRoom

  init() throws {
    var random = SeededGenerator()
    room = try StockRoom(random: &random)
    try room.context.save()
  }

  private func expect(
    _ predicate: Predicate<Stock>, _ isWanted: (Stock) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try room.found(predicate, in: ModelContext(room.container))
    let wanted = Set(room.stocks.filter(isWanted).map(\.persistentModelID))
    #expect(found == wanted, sourceLocation: sourceLocation)
    // The same for objects that aren't saved.
    for stock in room.stocks { stock.data.append(1) }
    #expect(try room.found(predicate, in: room.context) == wanted, sourceLocation: sourceLocation)
  }

  @Test("An object is found by its identifier")
  func identifiers() throws {
    let stock = room.stocks[3]
    let id = stock.persistentModelID
    try expect(#Predicate { $0.persistentModelID == id }) { $0 === stock }
    try expect(#Predicate { $0.id != id }) { $0 !== stock }
    let ids = room.stocks.prefix(4).map(\.persistentModelID)
    try expect(#Predicate { ids.contains($0.persistentModelID) }) { ids.contains($0.id) }
    let set = Set(ids)
    try expect(#Predicate { !set.contains($0.id) }) { !ids.contains($0.id) }
  }

  @Test("A related object is found by its identifier")
  func relatedIdentifiers() throws {
    let vendor = room.vendors[1]
    let id = vendor.persistentModelID
    try expect(#Predicate { $0.vendor?.persistentModelID == id }) { $0.vendor === vendor }
    try expect(#Predicate { $0.vendor?.persistentModelID != id }) { $0.vendor !== vendor }
    try expect(#Predicate { $0.vendor?.chief?.id == id }) { $0.vendor?.chief === vendor }
    let ids: Set<PersistentIdentifier> = [id]
    try expect(
      #Predicate { $0.vendor.flatMap { ids.contains($0.persistentModelID) } ?? true }
    ) { $0.vendor == nil || $0.vendor === vendor }
  }

  @Test("An identifier of another entity, another store or no store at all is nobody's")
  func strangers() throws {
    let stock = room.stocks[0]
    let ofVendor = room.vendors[0].persistentModelID
    try expect(#Predicate { $0.persistentModelID == ofVendor }) { _ in false }
    try expect(#Predicate { $0.persistentModelID != ofVendor }) { _ in true }
    let loose = Stock(name: "").persistentModelID
    try expect(#Predicate { $0.persistentModelID == loose }) { _ in false }
    var random = SeededGenerator()
    let other = try StockRoom(random: &random)
    let twin = other.stocks[0].persistentModelID
    #expect(twin.rowKey == stock.persistentModelID.rowKey)
    try expect(#Predicate { $0.persistentModelID == twin }) { _ in false }
    let ids = [twin, ofVendor, stock.persistentModelID]
    try expect(#Predicate { ids.contains($0.persistentModelID) }) { $0 === stock }
  }

  @Test("A batch doesn't delete what an identifier of another store names")
  func batches() throws {
    var random = SeededGenerator()
    let twin = try StockRoom(random: &random).stocks[0].persistentModelID
    let predicate = #Predicate<Stock> { $0.persistentModelID == twin }
    #expect(try room.context.batchDelete(Stock.self, where: predicate) == 0)
    #expect(try room.context.fetchCount(FetchDescriptor<Stock>()) == room.stocks.count)
  }

  @Test("A list longer than a statement has parameters is looked through")
  func longLists() throws {
    let ids = (0..<33_000).map { $0 * 3 }
    try expect(#Predicate { ids.contains($0.step) }) { $0.step >= 0 && $0.step % 3 == 0 }
    let names = (0..<33_000).map { "\($0)" } + ["b\"c", "äb"]
    try expect(#Predicate { names.contains($0.name) }) { names.contains($0.name) }
    let uuids = (0..<33_000).map { _ in UUID() } + [room.stocks[0].uuid]
    try expect(#Predicate { uuids.contains($0.uuid) }) { $0.uuid == room.stocks[0].uuid }
    let prices = (0..<33_000).map { Double($0) / 2 }
    try expect(#Predicate { prices.contains($0.price) }) { prices.contains($0.price) }
  }

  @Test("What class an object is of is known beforehand")
  func casts() throws {
    func isKind<Kind>(of type: Kind.Type) -> Predicate<Stock> {
      Predicate { PredicateExpressions.TypeCheck<_, Kind>($0) }
    }
    func isVendorKind<Kind>(of type: Kind.Type) -> Predicate<Stock> {
      Predicate { stock in
        PredicateExpressions.TypeCheck<_, Kind>(
          PredicateExpressions.build_KeyPath(root: stock, keyPath: \Stock.vendor))
      }
    }
    try expect(isKind(of: Stock.self)) { _ in true }
    try expect(isKind(of: Vendor.self)) { _ in false }
    try expect(isVendorKind(of: Vendor.self)) { $0.vendor != nil }
    try expect(isVendorKind(of: Sticker.self)) { _ in false }
  }

  // `#Predicate` takes captured objects only of classes that are Codable; other forms of predicates
  // take any.
  @Test("A captured object is found where it is led to, and one that was never inserted nowhere")
  func objects() throws {
    func found(_ vendor: Vendor?) throws -> Set<PersistentIdentifier> {
      let stock = PredicateExpressions.Variable<Stock>()
      var translator = PredicateTranslator()
      translator.variables[stock.key] = .object(QueryPath(), Stock._$entity)
      let equal = PredicateExpressions.Equal(
        lhs: PredicateExpressions.KeyPath(root: stock, keyPath: \Stock.vendor),
        rhs: PredicateExpressions.Value(vendor))
      let query = Query(entity: "Stock", predicate: try translator.condition(equal))
      return Set(try room.context.fetch(query).map(\.persistentModelID))
    }
    for vendor in [nil, room.vendors[2]] {
      #expect(
        try found(vendor)
          == Set(room.stocks.filter { $0.vendor === vendor }.map(\.persistentModelID)))
    }
    #expect(try found(Vendor(name: "")).isEmpty)
  }
}
