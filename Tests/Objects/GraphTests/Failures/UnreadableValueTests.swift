import StrataModelSupport
import Strata
import Testing

@Suite struct UnreadableValues {
  let nursery: Nursery
  let mine: ModelContext
  let others: ModelContext
  let kids: [Kid]

  /// Another context has saved three kids; one has a value that this program doesn't know.
  init() throws {
    nursery = try Nursery()
    mine = try nursery.context()
    others = try nursery.context()
    kids = try mine.fetch(FetchDescriptor<Kid>(sortBy: [SortDescriptor(\.name)]))
    for kid in try others.all(Kid.self) { kid.age = 7 }
    try others.save()
    try nursery.spoil()
  }

  @Test func keepNoOtherValueFromBeingMerged() throws {
    try mine.mergeChanges()
    #expect(kids.map(\.age) == [7, 7, 7])
    #expect(kids.map(\.mood) == [.glad, .glad, .glad])
  }

  @Test func areRememberedUntilTheyCanBeRead() throws {
    try mine.mergeChanges()
    try mine.mergeChanges()
    #expect(mine.readFailures.map { "\($0)".contains("Kid/2.mood") } == [true])
    kids[0].age += 1
    #expect(throws: StackError.self) { try mine.save() }
    #expect(throws: StackError.self) { try mine.save() }
    try nursery.mend()
    try mine.save()
    #expect(kids.map(\.mood) == [.glad, .sad, .glad])
    #expect(try nursery.count("Kid WHERE age = 8") == 1)
  }

  @Test func giveWayToAValueThatIsSet() throws {
    try mine.mergeChanges()
    kids[1].mood = .sad
    #expect(throws: StackError.self) { try mine.save() }
    try mine.save()
    #expect(try nursery.count("Kid WHERE mood = 'sad'") == 1)
  }

  @Test func keepOthersFromMovingNowhere() throws {
    let second = Mother(name: "Eve")
    others.insert(second)
    try #require(try others.fetch(FetchDescriptor<Mother>()).first { $0.name == "Eve" } === second)
    try nursery.mend()
    let moved = try #require(try others.all(Kid.self).first { $0.name == "b" })
    moved.mother = second
    try others.save()
    try nursery.spoil()
    let (ann, eve) = try mothers()
    // The object is there, so that its link can be told, though one of its values can't.
    #expect(kids[1].mother === eve)
    #expect(ann.kids.map(\.name) == ["a", "c"])
    #expect(eve.kids.map(\.name) == ["b"])
  }

  private func mothers() throws -> (Mother, Mother) {
    let mothers = try mine.fetch(FetchDescriptor<Mother>(sortBy: [SortDescriptor(\.name)]))
    return (mothers[0], mothers[1])
  }
}
