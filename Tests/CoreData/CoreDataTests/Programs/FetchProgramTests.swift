import CoreData
import StrataTestSupport
import Testing

/// Fetches in programs of Core Data, in its words.
@Suite struct FetchPrograms {
  /// A context with four books of two authors.
  private func context() throws -> NSManagedObjectContext {
    let context = try Library().context()
    let authors = ["Austen", "Poe"].map { Author(named: $0, in: context) }
    for (title, pages, author) in [
      ("Emma", 400, 0), ("Persuasion", 250, 0), ("Ligeia", 20, 1), ("The Raven", 8, 1),
    ] {
      let book = Book(context: context)
      (book.title, book.pages, book.author) = (title, Int32(pages), authors[author])
      book.published = Date(timeIntervalSinceReferenceDate: Double(pages))
    }
    try context.save()
    return context
  }

  private func titles(_ request: NSFetchRequest<Book>) throws -> [String] {
    if request.sortDescriptors == nil {
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    }
    return try context().fetch(request).compactMap(\.title)
  }

  @Test func takeAnotherTypeOfResult() throws {
    let any: NSFetchRequest<any NSFetchRequestResult> = Book.fetchRequest()
    any.fetchLimit = 1
    any.predicate = NSPredicate(format: "title != nil")
    let books = any.casting(to: NSFetchRequest<Book>.self)
    #expect(books.fetchLimit == 1 && books.predicate == any.predicate)
    #expect(try context().fetch(books).count == 1)
    #expect(books.casting(to: NSFetchRequest<Book>.self) === books)
  }

  @Test func fetchAll() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    #expect(try titles(request) == ["Emma", "Ligeia", "Persuasion", "The Raven"])
  }

  @Test func fetchByAPredicate() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSPredicate(format: "author.name == %@ AND pages > %d", "Austen", 300)
    #expect(try titles(request) == ["Emma"])
  }

  private func comparison(
    _ key: String, _ type: CoreData.NSComparisonPredicate.Operator, _ value: Any?,
    _ options: CoreData.NSComparisonPredicate.Options = []
  ) -> CoreData.NSComparisonPredicate {
    CoreData.NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: key),
      rightExpression: NSExpression(forConstantValue: value), modifier: .direct, type: type,
      options: options)
  }

  @Test func fetchByAComparisonMadeByHand() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = comparison("title", .beginsWith, "THE", .caseInsensitive)
    #expect(try titles(request) == ["The Raven"])
    request.predicate = comparison("author.name", .notEqualTo, "Poe")
    #expect(try titles(request) == ["Emma", "Persuasion"])
    request.predicate = comparison("title", .in, ["Emma", "Ligeia"])
    #expect(try titles(request) == ["Emma", "Ligeia"])
    request.predicate = comparison("author", .equalTo, nil)
    #expect(try titles(request) == [])
  }

  @Test func fetchBetweenExpressionsOfConstants() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    let bounds = [20, 300].map { NSExpression(forConstantValue: $0) }
    for right in [NSExpression(forConstantValue: bounds), NSExpression(forAggregate: bounds)] {
      request.predicate = CoreData.NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "pages"), rightExpression: right,
        modifier: .direct, type: .between)
      #expect(try titles(request) == ["Ligeia", "Persuasion"])
    }
  }

  @Test func fetchByCompoundsOfComparisons() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      comparison("pages", .lessThanOrEqualTo, 250),
      NSCompoundPredicate(notPredicateWithSubpredicate: comparison("title", .contains, "a")),
    ])
    #expect(try titles(request) == [])
    request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
      comparison("pages", .lessThan, 10), comparison("pages", .greaterThan, 300),
    ])
    #expect(try titles(request) == ["Emma", "The Raven"])
  }

  @Test func fetchByAComparisonOfAVariable() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = CoreData.NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "title"),
      rightExpression: NSExpression(forVariable: "title"), modifier: .direct, type: .equalTo
    ).withSubstitutionVariables(["title": "Emma"])
    #expect(try titles(request) == ["Emma"])
  }

  @Test func evaluateAComparisonInMemory() throws {
    let books = try context().fetch(Book.fetchRequest() as NSFetchRequest<Book>)
    let long = comparison("pages", .greaterThan, 100)
    #expect(
      books.filter { long.evaluate(with: $0) }.compactMap(\.title).sorted() == [
        "Emma", "Persuasion",
      ])
  }

  @Test func compareAllAndAnyByHand() throws {
    let request = NSFetchRequest<Author>(entityName: "Author")
    request.predicate = CoreData.NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "books.pages"),
      rightExpression: NSExpression(forConstantValue: 300), modifier: .any, type: .greaterThan)
    #expect(try context().fetch(request).map(\.name) == ["Austen"])
    request.predicate = CoreData.NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "books.pages"),
      rightExpression: NSExpression(forConstantValue: 300), modifier: .all, type: .lessThan)
    #expect(try context().fetch(request).map(\.name) == ["Poe"])
  }

  @Test func askAComparisonForItsParts() {
    let predicate = comparison("title", .like, "a*", [.caseInsensitive, .diacriticInsensitive])
    #expect(predicate.predicateFormat == "title LIKE[cd] \"a*\"")
    #expect(predicate.leftExpression == NSExpression(forKeyPath: "title"))
    #expect(predicate.rightExpression == NSExpression(forConstantValue: "a*"))
    #expect(predicate.leftExpression.keyPath == "title")
    #expect(predicate.rightExpression.keyPath == nil)
    #expect(predicate.predicateOperatorType == .like)
    #expect(predicate.comparisonPredicateModifier == .direct)
    #expect(
      predicate == comparison("title", .like, "a*", [.caseInsensitive, .diacriticInsensitive]))
    #expect(predicate != comparison("title", .like, "b*"))
    let between = comparison("pages", .between, [1, 2].map { NSExpression(forConstantValue: $0) })
    #expect(between.predicateFormat == "pages BETWEEN {1, 2}")
  }

  @Test func takeArgumentsAsCVarArg() {
    let id = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let arguments: [any CVarArg] = [
      id as any CVarArg, date as any CVarArg, ["a"] as any CVarArg, "b" as any CVarArg,
    ]
    #expect("\(NSPredicate(format: "id == %@", id as any CVarArg))" == "id == \(id)")
    #expect(
      "\(NSPredicate(format: "a == %@ OR b < %@ OR c IN %@ OR d == %@", argumentArray: arguments))"
        == "a == \(id) OR b < CAST(1.000000, \"NSDate\") OR c IN {\"a\"} OR d == \"b\"")
    let link = URL(string: "https://example.org")
    let texts = [id as any CVarArg, (link as Any) as? any CVarArg ?? "", Decimal(3) as any CVarArg]
    #expect(
      String(format: "%@ %@ %@", arguments: texts) == "\(id.uuidString) https://example.org 3")
    #expect(String(format: "%@", date as any CVarArg).hasPrefix("2001-01-01"))
  }

  @Test func askExpressionsForTheirParts() {
    let count = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "books")])
    #expect(count.function == "count:" && count.arguments?.first?.keyPath == "books")
    #expect(NSExpression(forConstantValue: 3).constantValue as? Int == 3)
    #expect(count.constantValue == nil && NSExpression(forVariable: "name").variable == "name")
  }

  @Test func showTheValuesInAPredicatesFormat() {
    let shown: [(NSPredicate, String)] = [
      (NSPredicate(format: "%K == %@", "author.name", "O\"Neill"), "author.name == \"O\\\"Neill\""),
      (
        NSPredicate(format: "pages > %d AND ANY genres.name IN %@", 10, ["a", "b"]),
        "pages > 10 AND ANY genres.name IN {\"a\", \"b\"}"
      ),
      (NSPredicate(format: "author == nil"), "author == nil"),
      (
        NSPredicate(format: "%K == %@", NSString(string: "title"), NSString(string: "a b")),
        "title == \"a b\""
      ),
      (NSPredicate(format: "author == %@", NSNull()), "author == nil"),
      (
        NSPredicate(format: "title == '%@' AND title LIKE %@", "50%"),
        "title == '%@' AND title LIKE \"50%\""
      ),
      (
        NSPredicate(format: "published < %@", Date(timeIntervalSinceReferenceDate: 1.5)),
        "published < CAST(1.500000, \"NSDate\")"
      ),
      (
        NSPredicate(format: "SUBQUERY(books, $b, $b.%K == %@).@count == 0", "title", "A"),
        "SUBQUERY(books, $b, $b.title == \"A\").@count == 0"
      ),
      (
        NSPredicate(format: "title == $name AND pages == $count AND title != '$name'")
          .withSubstitutionVariables(["name": "A"]),
        "title == \"A\" AND pages == $count AND title != '$name'"
      ),
      (NSPredicate(format: "title == %@"), "title == %@"),
    ]
    for (predicate, format) in shown {
      #expect("\(predicate)" == format)
    }
  }

  @Test func tellOfAComparisonThatTheLanguageLacks() throws {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = comparison("title", .customSelector, "a")
    #expect(throws: (any Error).self) { try titles(request) }
    request.predicate = comparison("subtitle", .equalTo, "a")
    #expect(throws: (any Error).self) { try titles(request) }
  }

  @Test func fetchWithAKeyArgument() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(
      format: "%K CONTAINS[cd] %@", argumentArray: ["title", "RAV"])
    #expect(try titles(request) == ["The Raven"])
  }

  @Test func fetchByCompoundPredicates() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    let long = NSPredicate(format: "pages >= 100")
    let poe = NSPredicate(format: "author.name == 'Poe'")
    request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [long, poe])
    #expect(try titles(request).count == 4)
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [long, poe])
    #expect(try titles(request).isEmpty)
    request.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: long)
    #expect(try titles(request) == ["Ligeia", "The Raven"])
  }

  @Test func fetchInAList() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "title IN %@", ["Emma", "Ligeia", "Other"])
    #expect(try titles(request) == ["Emma", "Ligeia"])
    request.predicate = NSPredicate(format: "NOT (title IN %@)", Set(["Emma", "Ligeia"]))
    #expect(try titles(request).count == 2)
  }

  @Test func fetchByDates() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    let (from, to) = (
      Date(timeIntervalSinceReferenceDate: 10), Date(timeIntervalSinceReferenceDate: 300)
    )
    request.predicate = NSPredicate(
      format: "(published >= %@) AND (published < %@)", from as NSDate, to as NSDate)
    #expect(try titles(request) == ["Ligeia", "Persuasion"])
  }

  @Test func fetchByABoolean() throws {
    let context = try Cookbook().context()
    for flag in [true, false] { Recipe(context: context).isFavorite = flag }
    let request = NSFetchRequest<Recipe>(entityName: "Recipe")
    request.predicate = NSPredicate(format: "isFavorite == %@", NSNumber(value: true))
    #expect(try context.count(for: request) == 1)
    request.predicate = NSPredicate(format: "isFavorite == YES")
    #expect(try context.count(for: request) == 1)
  }

  @Test func fetchByNil() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "author == nil")
    #expect(try titles(request).isEmpty)
    request.predicate = NSPredicate(format: "author != nil AND title != NULL")
    #expect(try titles(request).count == 4)
  }

  @Test func fetchByAnObject() throws {
    let context = try context()
    let authors = NSFetchRequest<Author>(entityName: "Author")
    authors.predicate = NSPredicate(format: "name == 'Poe'")
    let poe = try #require(try context.fetch(authors).first)
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "author == %@", poe)
    #expect(try context.count(for: request) == 2)
    request.predicate = NSPredicate(format: "author == %@", poe.objectID)
    #expect(try context.count(for: request) == 2)
    request.predicate = NSPredicate(format: "SELF IN %@", Array(poe.books))
    #expect(try context.count(for: request) == 2)
  }

  @Test func fetchByASubquery() throws {
    let context = try context()
    let request = NSFetchRequest<Author>(entityName: "Author")
    request.predicate = NSPredicate(
      format: "SUBQUERY(books, $book, $book.pages < 10).@count > 0")
    #expect(try context.fetch(request).map(\.name) == ["Poe"])
  }

  @Test func fetchByAVariable() throws {
    let template = NSPredicate(format: "title BEGINSWITH $letter")
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = template.withSubstitutionVariables(["letter": "E"])
    #expect(try titles(request) == ["Emma"])
  }

  @Test func fetchByConstants() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(value: false)
    #expect(try titles(request).isEmpty)
    request.predicate = NSPredicate(value: true)
    #expect(try titles(request).count == 4)
  }

  @Test func sortByKeys() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [
      NSSortDescriptor(key: "author.name", ascending: false),
      NSSortDescriptor(key: "pages", ascending: true),
    ]
    #expect(try titles(request) == ["The Raven", "Ligeia", "Persuasion", "Emma"])
  }

  @Test func sortByKeyPaths() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.pages, ascending: false)]
    #expect(try titles(request).first == "Emma")
  }

  @Test func sortBySelectors() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    let sort = NSSortDescriptor(key: "title", ascending: true)
    request.sortDescriptors = [sort]
    #expect(sort.key == "title" && sort.ascending)
    #expect(try titles(request).first == "Emma")
  }

  @Test func sortByReversedDescriptors() throws {
    let sort = NSSortDescriptor(key: "title", ascending: true)
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [sort.reversedSortDescriptor as? NSSortDescriptor].compactMap { $0 }
    #expect(try titles(request).first == "The Raven")
  }

  @Test func limitAndSkip() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.fetchLimit = 2
    request.fetchOffset = 1
    request.fetchBatchSize = 20
    #expect(try titles(request) == ["Ligeia", "Persuasion"])
  }

  @Test func fetchOne() throws {
    let context = try context()
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.fetchLimit = 1
    request.predicate = NSPredicate(format: "title == %@", "Emma")
    guard let book = try context.fetch(request).first else {
      Issue.record("no book")
      return
    }
    #expect(book.author?.name == "Austen")
  }

  @Test func countObjects() throws {
    let context = try context()
    #expect(try context.count(for: Book.fetchRequest()) == 4)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Author")
    #expect(try context.count(for: request) == 2)
  }

  @Test func fetchACount() throws {
    let request = NSFetchRequest<NSNumber>(entityName: "Book")
    request.resultType = .countResultType
    #expect(try context().fetch(request).first?.intValue == 4)
  }

  @Test func fetchIdentifiers() throws {
    let context = try context()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
    request.resultType = .managedObjectIDResultType
    let identifiers = try context.fetch(request)
    #expect(identifiers.count == 4)
    let titles = identifiers.compactMap { (context.object(with: $0) as? Book)?.title }
    #expect(Set(titles).count == 4)
  }

  @Test func fetchOfAnyResult() throws {
    let context = try context()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    let results = try context.fetch(request)
    #expect((results as? [Book])?.count == 4)
    #expect(results.compactMap { $0 as? NSManagedObject }.count == 4)
    request.resultType = .managedObjectIDResultType
    #expect((try context.fetch(request) as? [NSManagedObjectID])?.count == 4)
  }

  @Test func executeARequest() throws {
    let context = try context()
    let count = try context.performAndWait {
      let request: NSFetchRequest<Book> = Book.fetchRequest()
      return try request.execute().count
    }
    #expect(count == 4)
  }

  @Test func useAnEntityDescription() throws {
    let context = try context()
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
    #expect(request.entityName == "Book")
    #expect(try context.fetch(request).count == 4)
  }

  @Test func copyARequest() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.fetchLimit = 3
    request.predicate = NSPredicate(format: "pages > 10")
    let copy = try #require(request.copy() as? NSFetchRequest<Book>)
    copy.fetchLimit = 1
    #expect(request.fetchLimit == 3 && copy.predicate == request.predicate)
  }

  @Test func seePendingChanges() throws {
    let context = try context()
    let book = Book(context: context)
    book.title = "New"
    let request = NSFetchRequest<Book>(entityName: "Book")
    #expect(try context.count(for: request) == 5)
    request.includesPendingChanges = false
    #expect(try context.count(for: request) == 4)
  }

  @Test func prefetchRelationships() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.relationshipKeyPathsForPrefetching = ["author", "genres"]
    request.returnsObjectsAsFaults = false
    request.includesPropertyValues = true
    #expect(try titles(request).count == 4)
  }

  @Test func fetchAsynchronously() throws {
    let context = try context()
    let request = NSFetchRequest<Book>(entityName: "Book")
    nonisolated(unsafe) var found: Int?
    let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
      found = result.finalResult?.count
    }
    _ = try context.execute(asynchronous)
    context.performAndWait {}
    #expect(found == 4)
  }

  @Test func limitToStores() throws {
    let context = try context()
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.affectedStores = context.persistentStoreCoordinator?.persistentStores
    #expect(try context.count(for: request) == 4)
    request.affectedStores = []
    #expect(try context.fetch(request).isEmpty)
  }

  @Test func useATemplateOfTheModel() throws {
    let model = Library.model()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    template.predicate = NSPredicate(format: "pages > $least")
    model.setFetchRequestTemplate(template, forName: "long")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    for pages in [1, 1000] {
      NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        .setValue(pages, forKey: "pages")
    }
    let request = try #require(
      model.fetchRequestFromTemplate(
        withName: "long", substitutionVariables: ["least": 100]))
    #expect(try context.fetch(request).count == 1)
  }

  @Test func fetchGenerically() throws {
    func all<Object: NSManagedObject>(
      _ type: Object.Type, in context: NSManagedObjectContext
    ) throws -> [Object] {
      let request = NSFetchRequest<Object>(entityName: String(describing: type))
      return try context.fetch(request)
    }
    let context = try context()
    #expect(try all(Book.self, in: context).count == 4)
    #expect(try all(Author.self, in: context).count == 2)
  }

  @Test func fetchThroughAProtocol() throws {
    let context = try context()
    #expect(try Book.first(in: context, where: "title == 'Emma'")?.pages == 400)
    #expect(try Author.first(in: context, where: "name == 'Nobody'") == nil)
  }

  @Test func findOrCreate() throws {
    let context = try context()
    func author(named name: String) throws -> Author {
      let request: NSFetchRequest<Author> = Author.fetchRequest()
      request.predicate = NSPredicate(format: "%K == %@", "name", name)
      if let found = try context.fetch(request).first { return found }
      return Author(named: name, in: context)
    }
    #expect(try author(named: "Poe").isInserted == false)
    #expect(try author(named: "Woolf").isInserted)
    #expect(try author(named: "Woolf").objectID == author(named: "Woolf").objectID)
  }

  @Test func deleteWhatAFetchFinds() throws {
    let context = try context()
    for book in try context.fetch(Book.fetchRequest() as NSFetchRequest<Book>) {
      context.delete(book)
    }
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Book>(entityName: "Book")) == 0)
  }
}

private protocol Findable: NSManagedObject {
  static var entityName: String { get }
}

extension Findable {
  static var entityName: String { entity().name ?? "" }

  static func first(in context: NSManagedObjectContext, where format: String) throws -> Self? {
    let request = NSFetchRequest<Self>(entityName: entityName)
    request.predicate = NSPredicate(format: format)
    request.fetchLimit = 1
    return try context.fetch(request).first
  }
}

extension Book: Findable {}
extension Author: Findable {}
