import SwiftData
import StrataTestSupport
import Testing

@Suite struct ComplaintsOfRelationships {
  let file: StoreFile
  let context: ModelContext
  let ann = Troubles.Parent(name: "Ann")

  init() throws {
    file = try StoreFile()
    context = try file.context(Troubles.models)
    context.insert(ann)
    try context.save()
  }

  private func reread() throws -> Troubles.Parent {
    try #require(
      try file.context(Troubles.models).fetch(FetchDescriptor<Troubles.Parent>()).first)
  }

  // A quadratic append would take minutes.
  @Test(.timeLimit(.scaledMinutes(5))) func appendingToARelationshipIsLinear() throws {
    let count = 20_000
    for number in 0..<count / 2 { ann.children.append(.init(name: "\(number)")) }
    for number in count / 2..<count {
      let child = Troubles.Child(name: "\(number)")
      context.insert(child)
      child.parent = ann
    }
    try context.save()
    #expect(ann.children.count == count)
    #expect(try reread().children.map(\.name) == (0..<count).map { "\($0)" })
  }

  @Test func toManyKeepsTheOrderOfInsertion() throws {
    let names = ["z", "a", "m", "b", "y"]
    ann.children = names.map { .init(name: $0) }
    ann.friends = names.reversed().map { .init(name: $0) }
    try context.save()
    let read = try reread()
    #expect(read.children.map(\.name) == names)
    #expect(read.friends.map(\.name) == names.reversed())
  }

  @Test func deletedObjectsAnswerWithTheirLastValues() throws {
    let child = Troubles.Child(name: "Tim")
    ann.children = [child]
    try context.save()
    context.delete(ann)
    try context.save()
    #expect(ann.name == "Ann" && child.name == "Tim")
    #expect(ann.children.isEmpty && ann.favorite == nil && child.parent == nil)
    ann.name = "nobody's"
    #expect(!context.hasChanges)
  }

  @Test func objectsThatSomebodyElseDeletedAreNoTrap() throws {
    ann.favorite = Troubles.Friend(name: "Bob")
    try context.save()
    let other = try file.context(Troubles.models)
    let mine = try #require(try other.fetch(FetchDescriptor<Troubles.Parent>()).first)
    try context.delete(model: Troubles.Friend.self)
    try context.save()
    #expect(mine.favorite == nil && mine.friends.isEmpty)
    #expect(try context.checkStore() == [])
  }

  @Test func aDeniedDeleteIsAnErrorWithObjectAndProperty() throws {
    let guardian = Troubles.Guardian(name: "Gus")
    context.insert(guardian)
    guardian.wards = [Troubles.Ward(school: Troubles.School())]
    try context.save()
    context.delete(guardian)
    #expect(
      throws: StackError.deleteDenied(
        object: guardian.persistentModelID, property: "wards", count: 1)
    ) { try context.save() }
    context.rollback()
    #expect(!guardian.isDeleted && guardian.wards.count == 1)
  }

  @Test func aMissingOneWayTargetIsAnErrorWithObjectAndProperty() throws {
    let school = Troubles.School()
    let ward = Troubles.Ward(school: school)
    context.insert(ward)
    try context.save()
    context.delete(school)
    ward.guardian = Troubles.Guardian(name: "Gus")
    ward.school = school
    #expect {
      try context.save()
    } throws: { error in
      "\(error)".contains("\(ward.persistentModelID)") && "\(error)".contains("school")
    }
  }
}
