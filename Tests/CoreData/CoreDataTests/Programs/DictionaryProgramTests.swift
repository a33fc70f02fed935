import CoreData
import StrataTestSupport
import Testing

/// Fetches of dictionaries and computed values in programs of Core Data, in its words.
@Suite struct DictionaryPrograms {
  private func context() throws -> NSManagedObjectContext {
    let context = try Library().context()
    let authors = ["Austen", "Poe"].map { Author(named: $0, in: context) }
    for (title, pages, author) in [
      ("Emma", 400, 0), ("Persuasion", 250, 0), ("Ligeia", 20, 1), ("The Raven", 8, 1),
    ] {
      let book = Book(context: context)
      (book.title, book.pages, book.author) = (title, Int32(pages), authors[author])
    }
    try context.save()
    return context
  }

  private func expression(_ name: String, _ function: String, _ key: String)
    -> NSExpressionDescription
  {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: key)])
    description.expressionResultType = .integer64AttributeType
    return description
  }

  private func request() -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    request.resultType = .dictionaryResultType
    return request
  }

  @Test func fetchSomeProperties() throws {
    let request = request()
    request.propertiesToFetch = ["title", "pages"]
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)]
    let rows = try context().fetch(request)
    #expect(rows.first?["title"] as? String == "The Raven")
    #expect(rows.first?["pages"] as? Int == 8 && rows.first?.count == 2)
  }

  @Test func castRowsToDictionaries() throws {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["title"]
    let rows = try #require(try context().fetch(request) as? [[String: Any]])
    #expect(Set(rows.compactMap { $0["title"] as? String }).count == 4)
  }

  @Test func castRowsToTypedDictionaries() throws {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["title"]
    let rows = try context().fetch(request) as? [[String: String]]
    #expect(rows?.compactMap { $0["title"] }.sorted().first == "Emma")
  }

  @Test func fetchAllProperties() throws {
    let row = try #require(try context().fetch(request()).first)
    #expect(row["title"] is String && row["pages"] is NSNumber)
  }

  @Test func fetchDescribedProperties() throws {
    let context = try context()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Book", in: context))
    let request = request()
    request.propertiesToFetch = [try #require(entity.propertiesByName["title"])]
    #expect(try context.fetch(request).allSatisfy { $0["title"] is String && $0.count == 1 })
  }

  @Test func fetchAListOfAnyKind() throws {
    let properties: [Any] = ["title", expression("most", "max:", "pages")]
    let request = request()
    request.propertiesToFetch = properties
    request.propertiesToGroupBy = ["title"]
    #expect(try context().fetch(request).count == 4)
    #expect(request.propertiesToFetch?.count == 2)
  }

  @Test func fetchDistinctValues() throws {
    let request = request()
    request.propertiesToFetch = ["author.name"]
    request.returnsDistinctResults = true
    let rows = try context().fetch(request)
    #expect(Set(rows.compactMap { $0["author.name"] as? String }) == ["Austen", "Poe"])
    #expect(rows.count == 2)
  }

  @Test func sumValues() throws {
    let request = request()
    request.propertiesToFetch = [expression("total", "sum:", "pages")]
    let total = try context().fetch(request).first?["total"] as? Int
    #expect(total == 678)
  }

  @Test(arguments: [("count:", 4), ("max:", 400), ("min:", 8), ("sum:", 678)])
  func computeAggregates(_ function: String, _ result: Int) throws {
    let request = request()
    request.propertiesToFetch = [expression("value", function, "pages")]
    #expect(try context().fetch(request).first?["value"] as? Int == result)
  }

  @Test func averageValues() throws {
    let average = expression("average", "average:", "pages")
    average.expressionResultType = .doubleAttributeType
    let request = request()
    request.propertiesToFetch = [average]
    #expect(try context().fetch(request).first?["average"] as? Double == 169.5)
  }

  @Test func groupValues() throws {
    let request = request()
    request.propertiesToFetch = ["author.name", expression("total", "sum:", "pages")]
    request.propertiesToGroupBy = ["author.name"]
    request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
    let rows = try context().fetch(request)
    #expect(rows.compactMap { $0["author.name"] as? String } == ["Austen", "Poe"])
    #expect(rows.compactMap { $0["total"] as? Int } == [650, 28])
  }

  @Test func conditionGroups() throws {
    let count = expression("count", "count:", "title")
    let request = request()
    request.propertiesToFetch = ["author.name", count, expression("total", "sum:", "pages")]
    request.propertiesToGroupBy = ["author.name"]
    request.havingPredicate = NSPredicate(format: "%@ > 100", NSExpression(forVariable: "total"))
    let rows = try context().fetch(request)
    #expect(rows.map { $0["author.name"] as? String } == ["Austen"])
  }

  @Test func sumOfAnEmptyFetch() throws {
    let request = request()
    request.predicate = NSPredicate(format: "pages > 10000")
    request.propertiesToFetch = [expression("total", "sum:", "pages")]
    let total = try context().fetch(request).first?["total"] as? Int
    #expect(total == 0 || total == nil)
  }

  @Test func fetchIdentifiersWithValues() throws {
    let identifier = NSExpressionDescription()
    identifier.name = "objectID"
    identifier.expression = NSExpression.expressionForEvaluatedObject()
    identifier.expressionResultType = .objectIDAttributeType
    let request = request()
    request.propertiesToFetch = [identifier, "title"]
    let context = try context()
    let rows = try context.fetch(request)
    let found = try #require(rows.first?["objectID"] as? NSManagedObjectID)
    #expect((context.object(with: found) as? Book)?.title == rows.first?["title"] as? String)
  }

  @Test func buildExpressionsOfFormats() throws {
    let total = NSExpressionDescription()
    total.name = "total"
    total.expression = NSExpression(format: "sum:(pages)")
    total.resultType = .integer64
    let request = request()
    request.propertiesToFetch = [total]
    #expect(try context().fetch(request).first?["total"] as? Int == 678)
  }

  @Test func useCollectionFormats() throws {
    let total = NSExpressionDescription()
    total.name = "total"
    total.expression = NSExpression(format: "@sum.pages")
    total.expressionResultType = .integer64AttributeType
    let request = request()
    request.propertiesToFetch = [total]
    #expect(try context().fetch(request).first?["total"] as? Int == 678)
  }

  @Test func fetchRelatedIdentifiers() throws {
    let context = try context()
    let request = request()
    request.propertiesToFetch = ["title", "author"]
    let row = try #require(try context.fetch(request).first)
    let author = try #require(row["author"] as? NSManagedObjectID)
    #expect(try context.existingObject(with: author) is Author)
  }

  @Test func limitDictionaries() throws {
    let request = request()
    request.propertiesToFetch = ["title"]
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    request.fetchLimit = 1
    request.fetchOffset = 1
    #expect(try context().fetch(request).map { $0["title"] as? String } == ["Ligeia"])
  }

  @Test func leaveOutNil() throws {
    let context = try context()
    let row = try #require(try context.fetch(request()).first)
    #expect(row["published"] == nil)
  }

  @Test func addExpressionsToProperties() throws {
    let total = expression("total", "sum:", "pages")
    let property: NSPropertyDescription = total
    #expect(property.name == "total")
  }
}
