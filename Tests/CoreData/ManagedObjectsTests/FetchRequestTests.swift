import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct FetchRequests {
  private let context: NSManagedObjectContext
  private let ann: NSManagedObject
  private let bob: NSManagedObject
  private let book: NSManagedObject

  init() throws {
    context = try Library.context()
    ann = try context.make(
      "Author",
      [
        "name": "Ann", "rank": 1, "born": Date(timeIntervalSinceReferenceDate: 100),
        "code": UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
        "home": ["city": "Rome"],
      ])
    bob = try context.make(
      "Author", ["name": "Bob \"%@\"", "rank": 2, "isAlive": false])
    book = try context.make("Book", ["title": "Tea", "price": Decimal(string: "9.5")])
    try ann.insert(book, forKey: "publications")
    try context.save()
  }

  @Test func takeValuesForPlaceholders() throws {
    func names(_ format: String, _ arguments: Any?...) throws -> [String] {
      try context.fetch("Author", format, argumentArray: arguments)
        .compactMap { try $0.value(forKey: "name") as? String }.sorted()
    }
    #expect(try names("name == %@", "Ann") == ["Ann"])
    #expect(try names("%@ == name", "Ann") == ["Ann"])
    #expect(try names("name == %@", "Bob \"%@\"") == ["Bob \"%@\""])
    #expect(try names("name ENDSWITH '\"%@\"'") == ["Bob \"%@\""])
    #expect(try names("%K >= %d AND %K < %ld", "rank", 2, "rank", 5) == ["Bob \"%@\""])
    #expect(try names("born == %@", Date(timeIntervalSinceReferenceDate: 100)) == ["Ann"])
    #expect(try names("born == %@", nil as Date?) == ["Bob \"%@\""])
    #expect(try names("code == %@", try ann.value(forKey: "code")) == ["Ann"])
    #expect(try names("isAlive == %@", false) == ["Bob \"%@\""])
    #expect(try names("name IN %@", ["Ann", "Cid"]) == ["Ann"])
    #expect(try names("rank BETWEEN %@", [2, 3]) == ["Bob \"%@\""])
    #expect(try names("rank IN %@", Set([1, 5])) == ["Ann"])
    #expect(try names("home.city == %@", "Rome") == ["Ann"])
    #expect(try names("SELF == %@", ann) == ["Ann"])
    #expect(try names("SELF IN %@", [ann, bob]).count == 2)
    #expect(try names("publications CONTAINS %@", book) == ["Ann"])
    #expect(try names("ANY publications.price < %@", Decimal(10)) == ["Ann"])
    #expect(try names("%K.@count > 0", "publications") == ["Ann"])
    #expect(try context.fetch("Book", "%@ IN authors", ann.objectID) == [book])
    #expect(try context.fetch("Book", "price == %@", 9.5) == [book])
  }

  @Test func takeBoxedNilForNone() throws {
    func box<Value>(_ value: Value) -> Any? { value }
    func count(_ format: String, _ argument: Any?) throws -> Int {
      try context.fetch("Author", format, argument).count
    }
    #expect(try count("born == %@", box(Date?.none)) == 1)
    #expect(try count("born == %@", box(Date??.some(nil))) == 1)
    #expect(
      try count("born == %@", box(Date?.some(Date(timeIntervalSinceReferenceDate: 100)))) == 1)
    #expect(try count("rank == %@", box(Int??.some(2))) == 1)
    #expect(try count("agent == %@", box(NSManagedObject?.none)) == 2)
    #expect(try count("born IN %@", [Date?.none, Date?.none]) == 1)
  }

  @Test(
    arguments: [
      ("(rank & %@) == %@", [5, 5], ["Five", "Seven"]),
      ("(%K & %d) != 0", ["rank", 2], ["Six", "Seven", "none"]),
      ("rank & 4 == 4", [], ["Five", "Six", "Seven"]), ("rank | 1 == 7", [], ["Six", "Seven"]),
      ("rank ^ 5 == 2", [], ["Seven"]), ("rank & ~%d == 0", [5], ["Five"]),
      ("rank & 2 == nil", [], ["none"]), ("rank & 8 > 0", [], []), ("~rank == -6", [], ["Five"]),
      ("leftshift:by:(rank, 1) == 12", [], ["Six"]), ("rightshift:by:(rank, 1) == 2", [], ["Five"]),
      ("leftshift:by:(rank, 64) == 0", [], ["Five", "Six", "Seven"]),
      ("rightshift:by:(rank, -1) == 12", [], ["Six"]),
      ("rightshift:by:(~rank, 70) == -1", [], ["Five", "Six", "Seven"]),
      ("leftshift:by:(rank, 62) < 0", [], ["Six", "Seven"]),
      ("leftshift:by:(rank, -70) == 0", [], ["Five", "Six", "Seven"]),
      ("rank & 1.9 == 1", [], ["Five", "Seven"]), ("(isAlive & 1) == 0", [], ["none"]),
    ] as [(String, [any Sendable], [String])])
  func compareBits(format: String, arguments: [any Sendable], names: [String]) throws {
    for (name, rank) in [("Five", 5), ("Six", 6), ("Seven", 7), ("none", nil)] {
      let object = try context.make("Author", ["name": name.capitalized, "rank": rank])
      try object.setValue(rank != nil, forKey: "isAlive")
    }
    func found(_ objects: [NSManagedObject]) throws -> [String] {
      try objects.compactMap { try $0.value(forKey: "name") as? String }
        .filter { ["Five", "Six", "Seven", "None"].contains($0) }.map { $0 == "None" ? "none" : $0 }
    }
    let predicate = NSPredicate(format: format, argumentArray: arguments)
    let all = try context.fetch("Author")
    #expect(try found(all.filter { predicate.evaluate(with: $0) }) == names)
    // Unsaved objects are looked at in memory, saved ones by the store.
    #expect(try found(try context.fetch("Author", format, argumentArray: arguments)) == names)
    try context.save()
    #expect(try found(try context.fetch("Author", format, argumentArray: arguments)) == names)
  }

  @Test func takeObjectsOfOtherStoresAndEntitiesForNone() throws {
    let other = try Library.context()
    let stranger = try other.make("Author", ["name": "Eve"])
    try other.save()
    #expect(stranger.objectID.key == ann.objectID.key)
    #expect(try context.fetch("Author", "SELF == %@", stranger).isEmpty)
    #expect(try context.fetch("Author", "SELF IN %@", [stranger, bob]) == [bob])
    #expect(try context.fetch("Book", "ANY authors == %@", stranger.objectID).isEmpty)
    #expect(try context.fetch("Author", "publications CONTAINS %@", ann).isEmpty)
    #expect(book.objectID.key == ann.objectID.key)
    #expect(try context.fetch("Author", "SELF == %@", book).isEmpty)
    let single = try NSManagedObject(entity: Library.author, insertInto: nil)
    #expect(try context.fetch("Author", "SELF == %@", single).isEmpty)
    let new = try context.make("Author", ["name": "Cid"])
    try new.insert(ann, forKey: "idols")
    #expect(try context.fetch("Author", "ANY fans == %@", new) == [ann])
  }

  @Test(arguments: [
    ("name == %@", [], "%@ has no argument"), ("name == 1", ["x"], "fewer placeholders"),
    ("name ==", [], "expected"), ("nam == %@", ["x"], "nam"), ("%K == 1", ["a b"], "no key path"),
    ("rank == %d", ["x"], "needs a number"), ("rank == %@", ["x"], "the argument is a text"),
    ("name == $who", [], "$who stands for nothing"), ("name == %y", ["1"], "no placeholder"),
    ("born == CAST(name, 'NSDate')", [], "a text can't be cast to NSDate"),
    ("name == CAST(rank, 'NSString')", [], "a number can't be cast to NSString"),
    ("born == CAST(1, 'Date')", [], "CAST knows the types"),
    ("name & 1 == 1", [], "& needs whole numbers"),
    ("rank & 'x' == 1", [], "is not a whole number"),
    ("born & 1 == 1", [], "& needs whole numbers"),
    ("~name == 1", [], "onesComplement needs whole numbers"),
  ])
  func refuseTextsThatCantBeUsed(format: String, arguments: [String], reason: String) throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try context.fetch("Author", format, argumentArray: arguments)
    }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func castNumbersAndDates() throws {
    let date = Date(timeIntervalSinceReferenceDate: 100)
    for format in [
      "born == CAST(100.000000, \"NSDate\")", "born == CAST(rank * 100, 'NSDate')",
      "CAST(born, 'NSNumber') == 100", "CAST(born, 'NSNumber') BETWEEN {99, 101}",
      "CAST(name, 'NSString') == 'Ann'", "multiply:by:(rank, 2) == add:to:(1, rank)",
      "\(NSPredicate(format: "born == %@", date))",
    ] {
      #expect(try context.fetch("Author", format) == [ann], "\(format)")
      #expect(NSPredicate(format: format).evaluate(with: ann), "\(format)")
    }
    #expect(try context.fetch("Author", "rank == %a OR rank == %x", 1.0, 7) == [ann])
  }

  @Test func combinePredicates() async throws {
    let alive = NSPredicate(format: "isAlive == YES")
    let ranked = NSPredicate(format: "rank == %d", 2)
    func count(_ predicate: NSPredicate) throws -> Int {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
      request.predicate = predicate
      return try context.count(for: request)
    }
    #expect(try count(NSCompoundPredicate(andPredicateWithSubpredicates: [alive, ranked])) == 0)
    #expect(try count(NSCompoundPredicate(orPredicateWithSubpredicates: [alive, ranked])) == 2)
    #expect(try count(NSCompoundPredicate(notPredicateWithSubpredicate: alive)) == 1)
    #expect(try count(NSPredicate(value: true)) == 2)
    #expect(try count(NSPredicate(value: false)) == 0)
    #expect(throws: ManagedObjectError.self) { try count(NSPredicate { _, _ in true }) }
    #expect(alive.evaluate(with: ann) && !alive.evaluate(with: bob))
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "SELF > 5").evaluate(with: 6)
    }
  }

  @Test func readFormatsAsFoundationDoes() throws {
    func names(_ format: String, _ arguments: Any?...) throws -> [String] {
      try context.fetch("Author", format, argumentArray: arguments)
        .compactMap { try $0.value(forKey: "name") as? String }.sorted()
    }
    #expect(try names("name==%@AND rank==%dOR rank==%i", "Ann", 1, 7) == ["Ann"])
    #expect(try names("%K == %@", "SELF.name", "Ann") == ["Ann"])
    #expect(try names("%K == %@", "self.home.city", "Rome") == ["Ann"])
    #expect(try names("%K == %@", "SELF", ann) == ["Ann"])
    #expect(try names("name == %@", "xAnn".dropFirst()) == ["Ann"])
    #expect(try names("%K == %@", "xname".dropFirst(), NSString(string: "Ann")) == ["Ann"])
    #expect(try names("rank - 1 == %f", -0.0) == ["Ann"])
    #expect(try names("rank - 1 == %@", NSNumber(value: -0.0)) == ["Ann"])
    #expect(try names("isAlive == %@", NSNumber(value: true)) == ["Ann"])
    // An NSNumber of 0 or 1 is a number, which may be that of a fraction.
    #expect(try context.fetch("Book", "price > %@", NSNumber(value: 1)) == [book])
    #expect(try names("name == '%5d' OR name == \"Ann\"") == ["Ann"])
  }

  @Test(arguments: [
    ("nam == %@ AND rank == 1", ["Ann"] as [any Sendable], "column 1: Author has no property nam"),
    ("name == %@ AND rank > %@", ["Ann", "x"], "column 23: the argument is a text"),
    ("%K == 1 AND nope == 2", ["rank"], "column 13: Author has no property nope"),
    ("%@ %@", ["a", "b"], "column 4: "), ("name == %@ AND ==", ["Ann"], "column 16: "),
    ("rank == %5d", [1], "write %d"), ("rank == %-3.2lf", [1], "write %lf"),
  ])
  func sayWhereTheUsersOwnTextIsWrong(
    format: String, arguments: [any Sendable], reason: String
  ) throws {
    let error = try #require(
      #expect(throws: ManagedObjectError.self) {
        try context.fetch("Author", format, argumentArray: arguments)
      })
    #expect("\(error)".contains("the predicate '\(format)'") && "\(error)".contains(reason))
    #expect(!"\(error)".contains("strata_"))
  }

  @Test(arguments: ["", "agent.", ".name"])
  func refuseSortKeysThatNameNothing(key: String) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    let error = #expect(throws: ManagedObjectError.self) { try context.fetch(request) }
    #expect("\(try #require(error))".contains("'\(key)'"))
  }

  @Test func areFoundInTheirModelByName() throws {
    let model = Library.model
    let date = Date(timeIntervalSinceReferenceDate: 101)
    let request = try #require(
      try model.fetchRequestFromTemplate(
        withName: "livingBefore", substitutionVariables: ["date": date]))
    #expect(try context.fetch(request) == [ann])
    #expect(try model.fetchRequestFromTemplate(withName: "other") == nil)
  }

  @Test func areNotSortedByComparisonsOfTheProgram() throws {
    let context = try Library.context()
    let authors = try ["b", "C", "a"].map { try context.make("Author", ["name": $0]) }
    let order = NSSortDescriptor(key: "name", ascending: true) { lhs, rhs in
      let texts = [lhs, rhs].map { ($0 as? String ?? "").lowercased() }
      return texts[0] < texts[1] ? .orderedAscending : .orderedDescending
    }
    #expect(order.key == "name" && order.ascending)
    let sorted = NSArray(array: authors).sortedArray(using: [order])
    #expect(
      try sorted.map { try ($0 as? NSManagedObject)?.value(forKey: "name") as? String } == [
        "a", "b", "C",
      ])
    let reversed = order.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.key == "name" && reversed?.ascending == false)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.sortDescriptors = [order]
    #expect(throws: ManagedObjectError.self) { try context.fetch(request) }
  }

  @Test func areNotSortedBySubclassesThatAreMadeOfKeys() async {
    await #expect(processExitsWith: .failure) {
      _ = OwnDescriptor(key: "rank", ascending: true)
    }
    await #expect(processExitsWith: .failure) {
      _ = OwnDescriptor(key: "rank", ascending: true) { _, _ in .orderedSame }
    }
  }

  @Test func areSortedByDescriptorsOfTheProgramsOwnInitializers() {
    #expect(NSSortDescriptor(by: "rank").key == "rank")
  }

  @Test func areTheSameWhenTheyAreCopied() throws {
    let predicate = NSPredicate(format: "name == %@", "Ann")
    let copy = try #require(predicate.copy() as? NSPredicate)
    #expect(copy == predicate && predicate != NSPredicate(format: "name == %@", "Bob"))
    #expect(predicate != NSPredicate(value: false))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [copy])
    #expect(try context.fetch(request) == [ann])
    let key = NSSortDescriptor(key: "rank", ascending: true)
    let reversed = try #require(key.reversedSortDescriptor as? NSSortDescriptor)
    request.predicate = nil
    request.sortDescriptors = [reversed]
    #expect(try context.fetch(request) == [bob, ann])
    #expect(key == NSSortDescriptor(key: "rank", ascending: true) && key != reversed)
  }

  @Test func giveEqualRowsOnceBeforeTheyAreLimited() throws {
    _ = try context.make("Author", ["name": "Cid", "rank": 1])
    let rows = NSFetchRequest<NSDictionary>(entityName: "Author")
    rows.propertiesToFetch = ["rank"]
    rows.returnsDistinctResults = true
    rows.fetchLimit = 2
    rows.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
    #expect(try context.fetch(rows).map { $0["rank"] as? Int } == [1, 2])
    #expect(rows.fetchLimit == 2)
  }

  @Test func takeTemplatesWithTheirVariables() throws {
    let template = try #require(Library.model.fetchRequestTemplates.first)
    let request = try NSFetchRequest<NSManagedObject>(
      template: template,
      substitutionVariables: ["date": Date(timeIntervalSinceReferenceDate: 101)])
    #expect(try context.fetch(request) == [ann])
    let open = try NSFetchRequest<NSManagedObject>(template: template)
    #expect(throws: ManagedObjectError.self) { try context.fetch(open) }
    let named = NSPredicate(format: "name == $name")
    open.predicate = named.withSubstitutionVariables(["name": "Ann"])
    #expect(try context.fetch(open) == [ann])
  }

  @Test func giveWhatTheirResultsAre() throws {
    let identifiers = NSFetchRequest<PersistentIdentifier>(entityName: "Author")
    identifiers.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
    #expect(try context.fetch(identifiers) == [bob.objectID, ann.objectID])
    #expect(try context.fetch(NSFetchRequest<NSNumber>(entityName: "Author")) == [2])
    let rows = NSFetchRequest<NSDictionary>(entityName: "Author")
    rows.propertiesToFetch = ["name", "rank"]
    rows.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    rows.fetchLimit = 1
    let row = try #require(try context.fetch(rows).first)
    #expect(row["name"] as? String == "Ann" && row["rank"] as? Int == 1 && row.count == 2)
    rows.propertiesToFetch = ["nam"]
    #expect(throws: ManagedObjectError.unknownProperty(entity: "Author", key: "nam")) {
      try context.fetch(rows)
    }
  }

  @Test func countUnsavedChangesWhereTheyAreAskedTo() throws {
    let cid = try context.make("Author", ["name": "Cid"])
    try ann.setValue("Anna", forKey: "name")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.predicate = NSPredicate(format: "name == %@", "Ann")
    #expect(try context.fetch(request).isEmpty)
    request.includesPendingChanges = false
    #expect(try context.fetch(request) == [ann])
    #expect(try context.count(for: request) == 1)
    request.predicate = nil
    #expect(try !context.fetch(request).contains(cid))
    request.includesPendingChanges = true
    #expect(try context.fetch(request).contains(cid))
  }

  @Test func findDeletedObjectsWhereTheStoreIsAskedAlone() throws {
    context.delete(ann)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.predicate = NSPredicate(format: "name == %@", "Ann")
    #expect(try context.fetch(request).isEmpty)
    #expect(try context.count(for: request) == 0)
    request.includesPendingChanges = false
    #expect(try context.fetch(request) == [ann])
    #expect(try context.count(for: request) == 1 && ann.isDeleted)
  }

  @Test func readRelationshipsAlong() throws {
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = context.persistentStoreCoordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.relationshipKeyPathsForPrefetching = ["publications", "agent"]
    for author in try fresh.fetch(request) {
      #expect(try !author.hasFault(forRelationshipNamed: "publications"))
      #expect(try author.hasFault(forRelationshipNamed: "idols"))
    }
    request.relationshipKeyPathsForPrefetching = ["name"]
    #expect(throws: ManagedObjectError.noRelationship(entity: "Author", key: "name")) {
      try fresh.fetch(request)
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func fetch(
    _ entity: String, _ format: String, argumentArray: [Any?]
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: format, argumentArray: argumentArray)
    return try fetch(request)
  }
}

@Suite struct EntityNamesInPredicates {
  private let context: NSManagedObjectContext

  init() throws {
    context = try Library.context()
    _ = try context.make("Book", ["title": "B"])
    _ = try context.make("Novel", ["title": "N"])
    try context.save()
    _ = try context.make("Magazine", ["title": "M"])
  }

  private func titles(_ format: String, _ arguments: Any?...) throws -> [String?] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Publication")
    request.predicate = NSPredicate(format: format, argumentArray: arguments)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { try $0.value(forKey: "title") as? String }
  }

  @Test func areThoseOfTheEntityItself() throws {
    #expect(try titles("entity.name == 'Book'") == ["B"])
    #expect(try titles("entity.name = %@", "Novel") == ["N"])
    #expect(try titles("entity.name != %@", "Book") == ["M", "N"])
    #expect(try titles("entity.name IN {'Magazine', 'Novel'} AND title < 'N'") == ["M"])
    #expect(try titles("NOT entity.name IN %@", ["Magazine", "Novel"]) == ["B"])
    #expect(try titles("entity.name == 'Publication' OR entity.name == 'Author'") == [])
    let novel = try #require(try context.fetch("Novel").first)
    #expect(NSPredicate(format: "entity.name == 'Novel'").evaluate(with: novel))
    #expect(!NSPredicate(format: "entity.name == 'Book'").evaluate(with: novel))
  }

  @Test(arguments: ["entity.name CONTAINS 'o'", "entity.name == 5", "entity == 'Book'"])
  func areComparedWithNamesAlone(format: String) throws {
    #expect(throws: ManagedObjectError.self) { try titles(format) }
  }
}

@Suite struct AsynchronousFetches {
  @Test func tellWhatTheyHaveFound() async throws {
    let context = try Library.context()
    try await context.perform {
      _ = try context.make("Author", ["name": "Ann"])
      try context.save()
    }
    func count(_ entity: String) async -> (Int?, (any Error)?) {
      await withCheckedContinuation { continuation in
        let request = NSAsynchronousFetchRequest(
          fetchRequest: NSFetchRequest<NSManagedObject>(entityName: entity)
        ) { result in
          continuation.resume(returning: (result.finalResult?.count, result.operationError))
        }
        context.execute(request)
      }
    }
    #expect(await count("Author").0 == 1)
    let (none, error) = await count("Nobody")
    #expect(none == nil && error as? ManagedObjectError == .unknownEntity("Nobody"))
  }
}

extension NSSortDescriptor {
  fileprivate convenience init(by key: String) { self.init(key: key, ascending: true) }
}

private final class OwnDescriptor: NSSortDescriptor {}
