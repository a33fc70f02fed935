import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// Functions of a program in predicates. On a server the database has functions of the same names.
@Suite struct PredicateFunctions {
  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private struct Refusal: Error {}

  private let twice = PredicateFunction("twice") { (number: Int) in number * 2 }
  private let isShort = PredicateFunction("is_short") { (text: String, most: Int) in
    text.count <= most
  }
  private let ratio = PredicateFunction("ratio") { (first: Int, second: Double?) in
    second.map { Double(first) / $0 }
  }

  private func context(_ functions: [SQLFunction]) throws -> ModelContext {
    var configuration = ModelConfiguration(url: store.url)
    if !TestServer.isWanted { configuration.functions = functions }
    return ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
  }

  private func context() throws -> ModelContext {
    let context = try context([SQLFunction(twice), SQLFunction(isShort), SQLFunction(ratio)])
    guard TestServer.isWanted else { return context }
    try Connection.toTables(of: store.url).execute(
      """
      CREATE FUNCTION twice(n bigint) RETURNS integer LANGUAGE sql AS $$ SELECT (n * 2)::integer $$;
      CREATE FUNCTION is_short(t text, n bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT length(t) <= n $$;
      CREATE FUNCTION ratio(n bigint, d double precision) RETURNS double precision LANGUAGE sql
        AS $$ SELECT n / d $$;
      """)
    return context
  }

  private func insert(_ serials: [Int], in context: ModelContext) {
    for serial in serials { context.insert(Parcel(serial: serial)) }
  }

  private func serials(
    _ predicate: Predicate<Parcel>, in context: ModelContext
  ) throws -> [Int] {
    try context.fetch(FetchDescriptor(predicate: predicate)).map(\.serial).sorted()
  }

  @Test(arguments: [false, true]) func areCalled(isPending: Bool) throws {
    let context = try context()
    insert([1, 2, 3, 4], in: context)
    if !isPending { try context.save() }
    let (twice, isShort, ratio) = (self.twice, self.isShort, self.ratio)
    #expect(try serials(#Predicate { twice.call($0.serial) > 4 }, in: context) == [3, 4])
    #expect(
      try serials(#Predicate { $0.serial > 1 && twice.call($0.serial) != 6 }, in: context)
        == [2, 4])
    let (limit, none): (Double?, Double?) = (2, nil)
    #expect(
      try serials(#Predicate { (ratio.call($0.serial, limit) ?? 0) >= 1.5 }, in: context) == [3, 4])
    #expect(
      try serials(#Predicate { ratio.call($0.serial, none) == nil }, in: context) == [1, 2, 3, 4])
    #expect(try serials(#Predicate { isShort.call("abc", $0.serial) }, in: context) == [3, 4])
    #expect(try serials(#Predicate { !isShort.call("abc", $0.serial) }, in: context) == [1, 2])
    #expect(
      try serials(#Predicate { twice.call($0.crate!.value) > 0 }, in: context) == [])
    let predicate = #Predicate<Parcel> { twice.call($0.serial) == 4 }
    #expect(try predicate.evaluate(Parcel(serial: 2)))
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    #expect(try twice.call(4) == 8)
  }

  @Test func areErrorsIfTheStoreLacksThem() throws {
    let context = try context([SQLFunction("twice", argumentCount: 2) { $0[0] }])
    insert([1], in: context)
    try context.save()
    let (twice, ratio) = (self.twice, self.ratio)
    let limit: Double? = 1
    let predicates: [(String, Predicate<Parcel>)] = [
      ("ratio", #Predicate { ratio.call($0.serial, limit) == nil }),
      ("twice", #Predicate { twice.call($0.serial) == 2 }),
    ]
    for (name, predicate) in predicates {
      let error = #expect(throws: StorageError.self) { try serials(predicate, in: context) }
      guard case .noFunction(_, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.contains(name))
    }
  }

  @Test(
    .enabled(if: !TestServer.isWanted, "a server has functions of its own"),
    arguments: [false, true])
  func endTheFetchByTheirErrors(isPending: Bool) throws {
    let refuse = PredicateFunction("refuse") { (_: Int) throws -> Bool in throw Refusal() }
    let context = try context([SQLFunction(refuse)])
    insert([1], in: context)
    if !isPending { try context.save() }
    let predicate = #Predicate<Parcel> { refuse.call($0.serial) }
    let error = #expect(throws: (any Error).self) { try serials(predicate, in: context) }
    #expect("\(try #require(error))".contains(isPending ? "Refusal" : "refuse: Refusal"))
  }

  @Test func haveNamesAndTypesOfColumns() throws {
    let context = try context()
    insert([1], in: context)
    let unnamed = PredicateFunction("two words") { (number: Int) in number }
    let several = PredicateFunction("several") { (number: Int) in [number] }
    for predicate in [
      #Predicate<Parcel> { unnamed.call($0.serial) == 1 },
      #Predicate<Parcel> { several.call($0.serial) == [] },
    ] {
      let error = #expect(throws: PredicateTranslationError.self) {
        try serials(predicate, in: context)
      }
      let text = "\(try #require(error))"
      #expect(text.contains("two words") || text.contains("several"))
    }
  }
}
