@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataQuery
import StrataQueryText
import StrataSchema
import StrataTestSupport
import Testing

@Suite struct CompositeQueries {
  let tours: Tours
  let context: ModelContext

  init() throws {
    tours = try Tours()
    context = tours.context()
    let all: [(String, TourToll, Double?, TourPace)] = [
      ("a", .free, nil, .fast), ("b", .entry(price: 5), 1, .slow),
      ("c", .season(price: 9, days: 30), 2, .normal), ("d", .other(price: "5"), 3, .slow),
      ("e", .group(TourPlace(latitude: 7, longitude: 8), ["x"]), nil, .fast),
    ]
    for (name, toll, latitude, pace) in all {
      let tour = Tour(name, town: "T" + name)
      tour.toll = toll
      tour.pace = pace
      tour.home.place = latitude.map { TourPlace(latitude: $0, longitude: -$0) }
      tour.rest = name < "c" ? nil : toll
      context.insert(tour)
    }
    try context.save()
  }

  /// The names of what a predicate finds, both saved and in memory.
  private func names(_ predicate: Predicate<Tour>) throws -> String {
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)])
    let saved = try tours.context().fetch(descriptor).map(\.name).joined()
    let other = tours.context()
    for tour in try other.fetch(FetchDescriptor<Tour>()) { tour.hints.first = "changed" }
    let pending = try other.fetch(descriptor).map(\.name).joined()
    #expect(saved == pending)
    return saved
  }

  @Test func findByMember() throws {
    #expect(try names(#Predicate { $0.toll.price == 5 }) == "b")
    #expect(try names(#Predicate { ($0.toll.price ?? 0) > 4 }) == "bc")
    #expect(try names(#Predicate { $0.toll.kind == .season || $0.toll.otherPrice == "5" }) == "cd")
    #expect(try names(#Predicate { $0.toll.group0?.latitude == 7 }) == "e")
    #expect(try names(#Predicate { $0.home.town == "Ta" }) == "a")
    #expect(try names(#Predicate { $0.home.place?.latitude == 2 }) == "c")
    #expect(try names(#Predicate { $0.home.place == nil }) == "ae")
    #expect(try names(#Predicate { $0.rest?.price == 9 }) == "c")
    #expect(try names(#Predicate { $0.rest == nil }) == "ab")
    #expect(try names(#Predicate { $0.home.mood == .good && $0.home.number == 1 }) == "abcde")
    #expect(try names(#Predicate { $0.toll.group1?.contains("x") == true }) == "e")
  }

  @Test func findByKeyPath() throws {
    #expect(try names(\Tour.toll.price >= 5) == "bc")
    #expect(try names(\Tour.toll.kind == .free) == "a")
    #expect(try names(\Tour.home.place?.latitude > 1) == "cd")
    #expect(try names(\Tour.toll.group0?.longitude == 8) == "e")
    #expect(try names((\Tour.home.town).beginsWith("Tb")) == "b")
    #expect(try names(\Tour.pace == .slow) == "bd")
  }

  @Test func findByTheWholeValue() throws {
    let toll = TourToll.season(price: 9, days: 30)
    let place = TourPlace(latitude: 3, longitude: -3)
    #expect(try names(#Predicate { $0.toll == toll }) == "c")
    #expect(try names(#Predicate { $0.toll != toll }) == "abde")
    #expect(try names(#Predicate { $0.home.place == place }) == "d")
    #expect(try names(#Predicate { $0.pace == .fast }) == "ae")
  }

  @Test func orderCasesAsTheTypeDoes() throws {
    #expect(try names(#Predicate { $0.pace >= .normal }) == "ace")
    let sorted = try context.fetch(
      FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.pace), SortDescriptor(\.name)]))
    #expect(sorted.map(\.name).joined() == "bdcae")
  }

  @Test func sortAndAggregateByMember() throws {
    let sorted = try context.fetch(
      FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.toll.price, order: .reverse)]))
    #expect(sorted.prefix(2).map(\.name) == ["c", "b"])
    let places = try context.fetch(
      FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.home.place?.latitude, nils: .last)]))
    #expect(places.map(\.name).joined() == "bcdae")
    #expect(try context.sum(of: \Tour.toll.price) == 14)
    #expect(try context.maximum(of: \Tour.home.place?.latitude) == 3)
  }

  @Test func useTheIndexOfAMember() throws {
    let descriptor = FetchDescriptor<Tour>(
      predicate: #Predicate { $0.toll.price == 5 })
    #expect("\(try context.explain(descriptor))".contains("strata_Tour_toll.price_index"))
  }

  @Test func keepUniqueMembersUnique() throws {
    let all = try context.fetch(FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.name)]))
    let twin = Tour("z")
    twin.home = TourAddress(town: "Z", id: all[0].home.id)
    let strict = tours.context()
    strict.uniqueConflictPolicy = .error
    strict.insert(twin)
    #expect(throws: StackError.self) { try strict.save() }
  }

  @Test func changeMembersOfMany() throws {
    let other = tours.context()
    let held = try other.fetch(FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.name)]))
    try context.batchUpdate(
      where: #Predicate<Tour> { $0.name < "c" }, .set(\.home.number, to: 4),
      .set(\.home.mood, to: .bad))
    try context.batchUpdate(Tour.self, where: nil, .increment(\.home.number, by: 2))
    try other.mergeChanges()
    #expect(held.map(\.home.number) == [6, 6, 3, 3, 3])
    #expect(held.map { $0.home.mood == .bad } == [true, true, false, false, false])
    #expect(held[0].home.town == "Ta")
    #expect(throws: StackError.self) {
      try context.batchUpdate(
        Tour.self, where: nil, .set(\.home.number, to: 1), .set(\.home.number, to: 2))
    }
    let place: TourPlace? = TourPlace(latitude: 0, longitude: 1)
    try context.batchUpdate(
      Tour.self, where: nil, .set(\.home.place, to: place))
    try other.mergeChanges()
    #expect(held.allSatisfy { $0.home.place == place })
  }

  @Test func understandMembersInText() throws {
    func find(_ text: String) throws -> String {
      let resolver = QueryResolver(schema: tours.container.schema)
      let entity = try #require(tours.container.schema.entitiesByName["Tour"])
      let query = try resolver.resolve(try QuerySyntax(parsing: "where " + text), entity: entity)
      return try context.fetch(query).compactMap { ($0 as? Tour)?.name }.sorted().joined()
    }
    #expect(try find("toll.price > 4") == "bc")
    #expect(try find("toll.kind == 'free'") == "a")
    #expect(try find("home.place.latitude == 2") == "c")
  }
}
