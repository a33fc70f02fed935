import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct GroupedFetches {
  private let context: NSManagedObjectContext

  /// Three books of Ann's, one of Bob's, and one of nobody.
  init() throws {
    context = try Library.context()
    let ann = try context.make("Author", ["name": "Ann", "rank": 1])
    let bob = try context.make("Author", ["name": "Bob", "rank": 2])
    for (title, pages, price, author) in [
      ("A", 100, "10.5", ann), ("B", 200, "20.25", ann), ("C", 300, "5", ann), ("D", 50, "7", bob),
      ("E", nil, nil, nil),
    ] as [(String, Int?, String?, NSManagedObject?)] {
      let book = try context.make(
        "Book",
        ["title": title, "pages": pages, "price": price.flatMap { Decimal(string: $0) }])
      let chapter = try context.make("Chapter", ["title": author == nil ? "short" : "long"])
      try chapter.setValue(book, forKey: "publication")
      if let author { try book.setValue([author], forKey: "authors") }
    }
    try context.save()
  }

  private func aggregate(
    _ name: String, _ function: String, _ path: String?, _ type: AttributeType = .undefined
  ) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = FetchExpression(
      forFunction: function,
      arguments: [path.map { FetchExpression(forKeyPath: $0) } ?? .expressionForEvaluatedObject()])
    description.expressionResultType = type
    return description
  }

  private func request(_ entity: String = "Book") -> NSFetchRequest<NSDictionary> {
    NSFetchRequest<NSDictionary>(entityName: entity)
  }

  @Test func areOverAllObjectsWithoutAGroup() throws {
    let request = request()
    request.propertiesToFetch = [
      aggregate("count", "count:", nil), aggregate("priced", "count:", "price"),
      aggregate("pages", "sum:", "pages"), aggregate("price", "sum:", "price"),
      aggregate("most", "max:", "price"), aggregate("first", "min:", "title"),
      aggregate("mean", "average:", "pages"), aggregate("exact", "sum:", "pages", .decimal),
    ]
    let row = try #require(try context.fetch(request).first)
    #expect(row["count"] as? Int == 5 && row["priced"] as? Int == 4)
    #expect(row["pages"] as? Int == 650 && row["mean"] as? Double == 162.5)
    #expect(row["price"] as? NSDecimalNumber == NSDecimalNumber(string: "42.75"))
    #expect(row["most"] as? NSDecimalNumber == NSDecimalNumber(string: "20.25"))
    #expect(row["first"] as? String == "A")
    #expect(row["exact"] as? NSDecimalNumber == 650)
    request.predicate = NSPredicate(format: "pages > %d", 1_000)
    let none = try #require(try context.fetch(request).first)
    #expect(none["count"] as? Int == 0 && none["most"] == nil)
  }

  @Test func haveADictionaryForEachGroup() throws {
    let request = request("Chapter")
    request.propertiesToGroupBy = ["title"]
    request.propertiesToFetch = ["title", aggregate("number", "count:", nil)]
    #expect(
      try context.fetch(request) == [
        ["title": "long", "number": 4], ["title": "short", "number": 1],
      ])
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    request.fetchLimit = 1
    #expect(try context.fetch(request).map { $0["title"] as? String } == ["short"])
    // Unsaved objects count.
    let chapter = try context.make("Chapter", ["title": "short"])
    try chapter.setValue(try context.fetch("Book").first, forKey: "publication")
    request.fetchLimit = 0
    #expect(try context.fetch(request).map { $0["number"] as? Int } == [2, 4])
    request.includesPendingChanges = false
    #expect(try context.fetch(request).map { $0["number"] as? Int } == [1, 4])
  }

  @Test func groupByRelatedObjectsAndTheirValues() throws {
    let request = request("Chapter")
    request.propertiesToGroupBy = ["publication.title"]
    request.sortDescriptors = [NSSortDescriptor(key: "publication.title", ascending: false)]
    #expect(
      try context.fetch(request).map { $0["publication.title"] as? String }
        == ["E", "D", "C", "B", "A"])
    request.propertiesToGroupBy = ["publication"]
    request.sortDescriptors = nil
    request.predicate = NSPredicate(format: "publication.title == %@", "D")
    let book = try #require(try context.fetch("Book", "title == %@", "D").first)
    #expect(try context.fetch(request) == [["publication": book.objectID]])
  }

  @Test func chooseGroups() throws {
    let request = request("Chapter")
    request.propertiesToGroupBy = ["title"]
    request.propertiesToFetch = ["title", aggregate("number", "count:", nil)]
    func titles(_ predicate: NSPredicate) throws -> [String?] {
      request.havingPredicate = predicate
      return try context.fetch(request).map { $0["title"] as? String }
    }
    #expect(try titles(NSPredicate(format: "$number > 1")) == ["long"])
    #expect(try titles(NSPredicate(format: "number < %d", 4)) == ["short"])
    #expect(
      try titles(NSPredicate(format: "%@ > 1", FetchExpression(forVariable: "number"))) == ["long"])
    #expect(try titles(NSPredicate(format: "1 == $number OR 4 <= $number")) == ["long", "short"])
    #expect(
      try titles(
        NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "number = 1")))
        == ["long"])
    for format in ["title == 'long'", "number CONTAINS 1", "$total > 1", "number > title"] {
      #expect(throws: ManagedObjectError.self) { try titles(NSPredicate(format: format)) }
    }
  }

  @Test func refuseWhatNoGroupHas() throws {
    func refuses(
      _ change: (NSFetchRequest<NSDictionary>) -> Void,
      _ location: SourceLocation = #_sourceLocation
    ) {
      let request = request()
      request.propertiesToGroupBy = ["title"]
      change(request)
      #expect(throws: ManagedObjectError.self, sourceLocation: location) {
        try context.fetch(request)
      }
    }
    refuses { $0.propertiesToFetch = ["pages"] }
    refuses { $0.propertiesToGroupBy = ["nobody"] }
    refuses { $0.propertiesToGroupBy = ["authors"] }
    refuses { $0.propertiesToFetch = [aggregate("x", "median:", "pages")] }
    refuses { $0.propertiesToFetch = [aggregate("x", "sum:", nil)] }
    refuses { $0.propertiesToFetch = [aggregate("x", "sum:", "title")] }
    refuses { $0.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: true)] }
    let objects = NSFetchRequest<NSManagedObject>(entityName: "Book")
    objects.propertiesToGroupBy = ["title"]
    #expect(throws: ManagedObjectError.self) { try context.fetch(objects) }
  }

  @Test func giveValuesOfRelatedObjectsWithoutGroups() throws {
    let request = request("Chapter")
    let title = NSExpressionDescription()
    title.name = "book"
    title.expression = FetchExpression(forKeyPath: "publication.title")
    request.propertiesToFetch = [title, "publication.pages"]
    request.predicate = NSPredicate(format: "publication.title == %@", "B")
    request.relationshipKeyPathsForPrefetching = ["publication.authors"]
    #expect(try context.fetch(request) == [["book": "B", "publication.pages": 200]])
    request.relationshipKeyPathsForPrefetching = ["publication.nobody"]
    #expect(throws: ManagedObjectError.self) { try context.fetch(request) }
    request.relationshipKeyPathsForPrefetching = nil
    title.expression = nil
    #expect(throws: ManagedObjectError.self) { try context.fetch(request) }
  }
}
