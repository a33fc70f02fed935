import StrataQuery
import SwiftData
import Testing

private enum Genre: String, Codable, CaseIterable { case fiction, travel }

private struct Price: Codable, Equatable {
  var amount: Double
  var currency = "EUR"
}

@Model private final class Novel {
  @Attribute(.unique) var isbn: String
  var title: String
  var isRead = false
  var pages: Int?
  var genre = Genre.fiction
  var price: Price
  var rival: Genre?
  var writer: Writer?
  var topics: [Topic]?
  var fullTitle: String { "\(title) (\(isbn))" }

  init(_ isbn: String, title: String = "", price: Double = 10, writer: Writer? = nil) {
    self.isbn = isbn
    self.title = title
    self.price = Price(amount: price)
    self.writer = writer
  }
}

@Model private final class Writer {
  var name: String
  var novels: [Novel] = []
  init(name: String) { self.name = name }
}

@Model private final class Topic {
  var word: String
  var novels: [Novel] = []
  init(word: String) { self.word = word }
}

@Suite struct ComplaintsOfQueries {
  private let file: StoreFile
  private let context: ModelContext
  private let ann = Writer(name: "Ann")

  init() throws {
    file = try StoreFile()
    context = try file.context([Novel.self, Writer.self, Topic.self])
    let novels = [
      Novel("1", title: "Zoo", price: 5, writer: ann), Novel("2", title: "Ark", price: 20),
      Novel("3", title: "Map", price: 12, writer: Writer(name: "Bob")),
    ]
    novels[1].genre = .travel
    novels[1].isRead = true
    novels[1].rival = .fiction
    novels[2].pages = 90
    novels[2].topics = [Topic(word: "sea")]
    for novel in novels { context.insert(novel) }
    try context.save()
  }

  private func titles(_ predicate: Predicate<Novel>? = nil, _ order: SortDescriptor<Novel>...)
    throws -> [String]
  {
    try context.fetch(FetchDescriptor(predicate: predicate, sortBy: order)).map(\.title)
  }

  @Test func predicatesTakeEnums() throws {
    let travel = Genre.travel
    #expect(try titles(#Predicate { $0.genre == travel }) == ["Ark"])
    #expect(try titles(#Predicate { $0.genre.rawValue == "fiction" }) == ["Zoo", "Map"])
    #expect(try titles(#Predicate { $0.rival != travel }) == ["Zoo", "Ark", "Map"])
  }

  @Test func predicatesTakeMembersOfCodableValues() throws {
    #expect(try titles(#Predicate { $0.price.amount > 10 }) == ["Ark", "Map"])
    #expect(try titles(#Predicate { $0.price.currency != "EUR" }) == [])
  }

  @Test func predicatesTakeOptionalToManyRelationships() throws {
    #expect(try titles(#Predicate { $0.topics?.isEmpty == false }) == ["Map"])
    #expect(
      try titles(#Predicate { $0.topics?.contains { $0.word == "sea" } ?? false }) == ["Map"])
  }

  @Test func predicatesCompareWithModels() throws {
    let ann = ann
    #expect(try titles(#Predicate { $0.writer == ann }) == ["Zoo"])
    #expect(try titles(#Predicate { $0.writer?.novels.isEmpty == false }) == ["Zoo", "Map"])
  }

  @Test func predicatesThatAStoreCannotAnswerNameThePart() throws {
    let error = #expect(throws: PredicateTranslationError.self) {
      try titles(#Predicate { $0.isRead && $0.hasChanges })
    }
    #expect(error.map { "\($0)" }?.contains("$0") == true)
  }

  @Test func aComputedPropertyIsNamedInTheError() throws {
    let advice = "write the condition with persisted properties, or store the value in one"
    let error = #expect(throws: PredicateTranslationError.self) {
      try titles(#Predicate { $0.fullTitle == "Zoo (1)" })
    }
    #expect(
      error == .unsupportedPredicate(#"$0.fullTitle: \Novel.fullTitle isn't stored; "# + advice))
    let nested = #expect(throws: PredicateTranslationError.self) {
      try context.fetch(
        FetchDescriptor<Writer>(predicate: #Predicate { $0.novels.contains { $0.fullTitle == "" } })
      )
    }
    #expect("\(nested as Any)".contains(#"\Novel.fullTitle isn't stored"#))
  }

  @Test func predicatesArePutTogetherAtRunTime() throws {
    let conditions = [#Predicate<Novel> { $0.isRead }, #Predicate<Novel> { $0.price.amount < 10 }]
    #expect(try titles(Predicate(any: conditions)) == ["Zoo", "Ark"])
    #expect(try titles(Predicate(all: conditions)) == [])
    #expect(try titles(!conditions[0] && !conditions[1]) == ["Map"])
    let isCheap = conditions[1]
    #expect(try titles(#Predicate { isCheap.evaluate($0) || $0.pages == 90 }) == ["Zoo", "Map"])
  }

  @Test func objectsAreAddedUpAndGrouped() throws {
    #expect(try context.sum(of: \Novel.price.amount) == 37)
    let groups = try context.groups(of: Novel.self, by: \.genre, aggregating: .count)
    #expect(groups.map(\.values) == [2, 1])
  }

  @Test func objectsAreSortedByBoolEnumAndNil() throws {
    #expect(try titles(nil, SortDescriptor(\.isRead, order: .reverse)).first == "Ark")
    #expect(try titles(nil, SortDescriptor(\.genre, order: .reverse)).first == "Ark")
    #expect(try titles(nil, SortDescriptor(\.pages, nils: .last)).first == "Map")
    #expect(try titles(nil, SortDescriptor(\.pages, nils: .first)).last == "Map")
    #expect(try titles(nil, SortDescriptor(\.writer?.name, nils: .last)).last == "Ark")
  }

  @Test func upsertsChangeOnlyWhatWasSetAndKeepRelationships() throws {
    let new = Novel("1", title: "Zoo II", price: 6)
    context.insert(new)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Novel>()) == 3)
    let read = try #require(
      try file.context([Novel.self]).fetch(
        FetchDescriptor<Novel>(predicate: #Predicate { $0.isbn == "1" })
      ).first)
    #expect(read.title == "Zoo II" && read.price.amount == 6 && read.writer?.name == "Ann")
  }

  @Test func whatUniqueValuesThatMeetDoIsChosen() throws {
    context.uniqueConflictPolicy = .error
    context.insert(Novel("1", title: "Other"))
    #expect(throws: (any Error).self) { try context.save() }
    context.rollback()
    context.uniqueConflictPolicy = .ignore
    context.insert(Novel("1", title: "Other"))
    try context.save()
    #expect(try titles() == ["Zoo", "Ark", "Map"])
  }

  @Test func manyObjectsAreInsertedChangedAndDeletedAtOnce() throws {
    context.insert(contentsOf: (10..<500).map { Novel("\($0)", price: 1) })
    try context.save()
    #expect(
      try context.batchUpdate(
        Novel.self, where: #Predicate { $0.price.amount == 1 },
        .set(\.isRead, to: true)) == 490)
    #expect(try context.batchDelete(Novel.self, where: #Predicate { $0.title == "" }) == 490)
    #expect(try titles() == ["Zoo", "Ark", "Map"])
  }
}
