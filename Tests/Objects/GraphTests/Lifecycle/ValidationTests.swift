import StrataStoreSupport
import Strata
import Testing

@Suite struct Validations {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Coach.self, Sleeper.self, Ride.self,
        configurations: .temporary))
  }

  @Test func refuseANewObject() throws {
    let coach = Coach(name: "")
    context.insert(coach)
    #expect(
      throws: StackError.invalid(object: coach.id, operation: .insert, reason: "it has no name")
    ) { try context.save() }
    #expect(context.hasChanges)
    coach.name = "Ada"
    try context.save()
  }

  @Test func refuseAChange() throws {
    let sleeper = Sleeper(name: "Ada", coal: 0)
    context.insert(sleeper)
    try context.save()
    sleeper.name = ""
    #expect(
      throws: StackError.invalid(object: sleeper.id, operation: .update, reason: "it has no name")
    ) { try context.save() }
    let other = ModelContext(context.container)
    #expect(try other.fetch(FetchDescriptor<Coach>()).map(\.name) == ["Ada"])
  }

  @Test func refuseADeletion() throws {
    let coach = Coach(name: "Eternal")
    context.insert(coach)
    try context.save()
    context.delete(coach)
    #expect(
      throws: StackError.invalid(object: coach.id, operation: .delete, reason: "it has no name")
    ) { try context.save() }
    context.rollback()
    #expect(!coach.isDeleted)
  }

  /// It must not change anything. Whoever does it all the same isn't told that another program has.
  @Test func sayWhenTheyInsertMoreThanThereAreKeysFor() throws {
    let coach = Coach(name: "Crowded")
    context.insert(coach)
    #expect(throws: StorageError.noKeyLeft(entity: "Ride")) { try context.save() }
    coach.name = "Ada"
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ride>()) == 10_000)
  }

  @Test func tellAllRefusalsAtOnce() throws {
    let coaches = (0..<3).map { Coach(name: $0 == 1 ? "Ada" : "") }
    for coach in coaches { context.insert(coach) }
    let expected = [0, 2].map {
      StackError.invalid(object: coaches[$0].id, operation: .insert, reason: "it has no name")
    }
    #expect(throws: StackError.several(expected)) { try context.save() }
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Coach>()) == 0)
  }

  @Test func sayWhatIsWrong() throws {
    let coach = Coach(name: "")
    context.insert(coach)
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(error.map { "\($0)" } == "\(coach.id) can't be inserted: it has no name")
  }
}
