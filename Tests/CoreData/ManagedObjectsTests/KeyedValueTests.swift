import Foundation
import Observation
import Strata
import StrataDescriptions
import StrataManagedObjects
import Testing

@Suite struct KeyedValues {
  private let context: NSManagedObjectContext
  private let author: NSManagedObject

  init() throws {
    context = try Library.context()
    author = try context.make(
      "Author", ["name": "Ann", "rank": 4, "home": ["city": "Rome", "number": 5]])
  }

  @Test func comeAsADictionary() throws {
    let values = try author.dictionaryWithValues(forKeys: ["name", "rank", "born"])
    #expect(values.count == 3 && values["name"] as? String == "Ann" && values["rank"] as? Int == 4)
    #expect(values["born"] is NSNull)
    #expect(throws: ManagedObjectError.unknownProperty(entity: "Author", key: "nam")) {
      try author.dictionaryWithValues(forKeys: ["nam"])
    }
  }

  @Test(arguments: ["nam", "rank", "agent"])
  func areSetTogetherOrNotAtAll(wrong: String) throws {
    try author.setValuesForKeys(["name": "Bea", "rank": NSNull(), "isAlive": false])
    #expect(try author.value(forKey: "name") as? String == "Bea")
    #expect(try author.value(forKey: "rank") == nil)
    try context.save()
    #expect(throws: ManagedObjectError.self) {
      try author.setValuesForKeys(["name": "Cid", "page": NSNull(), wrong: "x"])
    }
    #expect(try author.value(forKey: "name") as? String == "Bea")
    #expect(!context.hasChanges)
  }

  @Test func takeBoxedNilForNone() throws {
    func set<Value>(_ value: Value, forKey key: String) throws {
      try author.setValue(value, forKey: key)
    }
    try author.setValue(try context.make("Agent"), forKey: "agent")
    try author.setValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "born")
    try set(Date?.none, forKey: "born")
    try set(Int??.some(nil), forKey: "rank")
    try set(NSManagedObject?.none, forKey: "agent")
    try set(Set<NSManagedObject>?.none, forKey: "publications")
    try set(String?.none, forKey: "mood")
    for key in ["born", "rank", "agent", "mood"] {
      #expect(try author.value(forKey: key) == nil, "\(key)")
    }
    try set(Int??.some(7), forKey: "rank")
    try set(["city": String?.none as Any, "number": Int?.some(5) as Any], forKey: "home")
    #expect(try author.value(forKey: "rank") as? Int == 7)
    let home = try #require(try author.value(forKey: "home") as? [String: Any])
    #expect(home["city"] == nil && home["number"] as? Int == 5)
    try author.validateValue(Date?.none as Any, forKey: "born")
    author["rank"] = Int?.none as Any
    try author.setPrimitiveValue(Date?.none as Any, forKey: "born")
    #expect(try author.value(forKey: "rank") == nil)
    try context.save()
  }

  @Test func areFoundByKeyPathsThroughComposites() throws {
    let agent = try context.make("Agent", ["name": "Kim", "author": author])
    #expect(try agent.value(forKeyPath: "author.home.city") as? String == "Rome")
    #expect(try author.value(forKeyPath: "agent.author.name") as? String == "Ann")
    #expect(throws: ManagedObjectError.unknownProperty(entity: "Author", key: "home.cty")) {
      try agent.value(forKeyPath: "author.home.cty")
    }
    #expect(throws: ManagedObjectError.noRelationship(entity: "Author", key: "name")) {
      try author.value(forKeyPath: "name.x")
    }
    try author.setValue(nil, forKey: "home")
    #expect(try author.value(forKeyPath: "home.city") == nil)
    #expect(throws: ManagedObjectError.self) { try author.value(forKeyPath: "home.cty") }
  }

  @Test func ofMembersAreFoundByKeyPaths() throws {
    let prices = ["0.1", "0.2", nil]
    let books = try prices.enumerated().map { index, price in
      try context.make(
        "Book",
        [
          "title": "\(index % 2)", "price": price.flatMap { Decimal(string: $0) },
          "pages": index + 1,
        ])
    }
    try author.setValue(Set(books), forKey: "publications")
    try author.setValue(books, forKey: "shelf")
    func value(_ path: String) throws -> Any? { try author.value(forKeyPath: path) }
    #expect(try value("publications.title") as? Set<String> == ["0", "1"])
    #expect(try value("shelf.title") as? [String] == ["0", "1", "0"])
    #expect((try value("shelf.price") as? [Any])?.last is NSNull)
    #expect(try value("shelf.@count") as? Int == 3)
    #expect(try value("publications.@sum.price") as? Decimal == Decimal(string: "0.3"))
    #expect(try value("shelf.@sum.pages") as? Int == 6)
    #expect(try value("shelf.@avg.pages") as? Double == 2)
    #expect(try value("publications.@min.price") as? Decimal == Decimal(string: "0.1"))
    #expect(try value("shelf.@max.title") as? String == "1")
    #expect(try value("shelf.@unionOfObjects.title") as? [String] == ["0", "1", "0"])
    #expect(try value("shelf.@distinctUnionOfObjects.title") as? [String] == ["0", "1"])
    #expect(try books[0].value(forKeyPath: "authors.home.city") as? [String] == ["Rome"])
    #expect(try value("fans.@max.name") == nil && value("fans.@sum.rank") as? Int == 0)
  }

  @Test(arguments: [
    ("shelf.@median.pages", "there is no @median"), ("shelf.@sum", "needs a key path"),
    ("shelf.@sum.title", "needs numbers"), ("publications.authors.home", "can't tell values"),
    ("shelf.nam", "Book has no property nam"),
  ])
  func ofMembersThatCantBeFoundSayWhy(path: String, reason: String) throws {
    try author.setValue([try context.make("Book", ["title": "a"])], forKey: "shelf")
    try author.setValue(try author.value(forKey: "shelf"), forKey: "publications")
    let error = #expect(throws: ManagedObjectError.self) { try author.value(forKeyPath: path) }
    #expect("\(try #require(error))".contains(reason))
  }

  @Test func areSetByKeyPaths() throws {
    let agent = try context.make("Agent", ["name": "Kim", "author": author])
    try agent.setValue("Bern", forKeyPath: "author.home.city")
    let home = try #require(try author.value(forKey: "home") as? [String: Any])
    #expect(home["city"] as? String == "Bern" && home["number"] as? Int == 5)
    try author.setValue(nil, forKeyPath: "home.number")
    #expect(try author.value(forKeyPath: "home.number") == nil)
    #expect(throws: ManagedObjectError.self) { try author.setValue(5, forKeyPath: "home.city") }
    try author.setValue(nil, forKey: "home")
    try author.setValue("Basel", forKeyPath: "home.city")
    #expect(try author.value(forKeyPath: "home.city") as? String == "Basel")
    try author.setValue("Lee", forKeyPath: "agent.name")
    #expect(try agent.value(forKey: "name") as? String == "Lee")
  }

  @Test(arguments: [
    ("rank", UInt64.max as any Sendable & Equatable, NSNumber(value: UInt64.max)),
    ("rank", Int64.min, NSNumber(value: Int64.min)), ("rank", 1.5, NSNumber(value: 1.5)),
    ("rank", 1e300, NSNumber(value: 1e300)), ("isAlive", 2, NSNumber(value: 2)),
    ("isAlive", -0.5, NSNumber(value: -0.5)),
  ])
  func thatDontFitAreRefusedAlikeInAllTypes(
    key: String, swift: any Sendable & Equatable, object: NSNumber
  ) throws {
    for value in [swift as Any, object] {
      let error = #expect(throws: ManagedObjectError.self) {
        try author.setValue(value, forKey: key)
      }
      guard case .outOfRange(_, key, _, _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func thatFitAreTakenAlikeInAllTypes() throws {
    let same: [Any] = [
      4.0, Float(4), UInt64(4), NSNumber(value: 4.0), NSNumber(value: UInt64(4)), Decimal(4),
      NSDecimalNumber(string: "4"),
    ]
    for value in same {
      try author.setValue(9, forKey: "rank")
      try author.setValue(value, forKey: "rank")
      #expect(try author.value(forKey: "rank") as? Int == 4, "\(type(of: value))")
      try author.setValuesForKeys(["isAlive": true])
    }
    let book = try context.make("Book")
    for value in [UInt64.max as Any, NSNumber(value: UInt64.max)] {
      try book.setValue(value, forKey: "price")
      #expect(try book.value(forKey: "price") as? Decimal == Decimal(UInt64.max))
    }
    try author.setValue(true, forKey: "rank")
    #expect(try author.value(forKey: "rank") as? Int == 1)
    try author.setValue(-0.0, forKey: "rank")
    #expect(try author.value(forKey: "rank") as? Int == 0)
  }

  @Test func areObservedAroundPrimitiveOnesWhereAccessorsSaySo() throws {
    nonisolated(unsafe) var count = 0
    withObservationTracking {
      author.willAccessValue(forKey: "name")
      author.didAccessValue(forKey: "name")
    } onChange: {
      count += 1
    }
    author.willChangeValue(forKey: "rank")
    author.didChangeValue(forKey: "rank")
    #expect(count == 0)
    author.willChangeValue(forKey: "name")
    try author.setPrimitiveValue("Bea", forKey: "name")
    author.didChangeValue(forKey: "name")
    #expect(count == 1)
    author.willAccessValue(forKey: nil)
    author.willChangeValue(forKey: "nam")
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect("\(try #require(error))".contains("Author has no property nam"))
  }

  @Test func thatWereCommittedAreThoseOfTheLastFetch() throws {
    let agents = try ["Kim", "Lee"].map { try context.make("Agent", ["name": $0]) }
    try author.setValue(agents[0], forKey: "agent")
    try context.save()
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    try author.setValue("Bea", forKey: "name")
    try author.setValue(agents[1], forKey: "agent")
    try author.setValue(["city": "Bern"], forKey: "home")
    let same = try #require(try other.fetch("Author").first)
    try same.setValuesForKeys(["name": "Cid", "rank": 8])
    try other.save()
    let before = try author.committedValues()
    #expect(before["name"] as? String == "Ann" && before["agent"] as? NSManagedObject === agents[0])
    #expect((before["home"] as? [String: Any])?["city"] as? String == "Rome")
    try context.mergeChanges()
    // What wasn't changed here is what was read last.
    #expect(try author.committedValues()["rank"] as? Int == 8)
    #expect(try author.committedValues()["name"] as? String == "Ann")
    context.rollback()
    #expect(try author.committedValues()["name"] as? String == "Cid")
  }
}
