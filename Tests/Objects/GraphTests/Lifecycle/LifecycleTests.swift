import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct Lifecycles {
  private let context: ModelContext
  private let diary = RideDiary()

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Coach.self, Sleeper.self, Ride.self,
        configurations: .temporary))
  }

  @Test func beginWithAnInsertion() throws {
    let coach = Sleeper(name: "Ada", coal: 1)
    let ride = Ride(number: 1, diary: diary)
    coach.rides.append(ride)
    context.insert(coach)
    // The related object has come in with it.
    #expect(coach.inserted && coach.coal == 101 && diary.lines == ["1 insert by 1"])
    try context.save()
    context.insert(coach)
    #expect(diary.lines.filter { $0.contains("insert") }.count == 1)
  }

  @Test func tellOfAnInsertionWhenBothEndsAgree() throws {
    let coach = Coach(name: "Ada")
    context.insert(coach)
    let rides = (1...2).map { Ride(number: $0, diary: diary) }
    coach.rides = rides
    #expect(diary.lines == ["1 insert by 2", "2 insert by 2"])
  }

  @Test func tellOfEachSave() throws {
    let ride = Ride(number: 1, diary: diary)
    context.insert(ride)
    try context.save()
    #expect(diary.lines == ["1 insert by 0", "1 will save", "1 did save"])
    try context.save()
    #expect(diary.lines.count == 3)
    ride.number = 2
    try context.save()
    #expect(diary.lines.suffix(2) == ["2 will save", "2 did save"])
  }

  @Test func saveWhatIsChangedBeforeASave() throws {
    let coach = Coach(name: "Ada")
    context.insert(coach)
    try context.save()
    coach.name = "Bea"
    try context.save()
    #expect(coach.saves == 2 && !coach.hasChanges)
    let other = ModelContext(context.container)
    #expect(try other.fetch(FetchDescriptor<Coach>()).map(\.saves) == [2])
  }

  @Test func saveWhatIsInsertedBeforeASave() throws {
    let other = Ride(number: 7, diary: diary)
    let ride = Ride(number: 1)
    context.insert(ride)
    try context.save()
    let token = try Inserting(context, other)
    ride.number = 2
    try context.save()
    #expect(
      token.isDone && !other.hasChanges && diary.lines.suffix(2) == ["7 will save", "7 did save"])
  }

  @Test func refuseASaveThatNeverBegins() throws {
    let ride = Ride(number: 1)
    ride.isEndless = true
    context.insert(ride)
    #expect(throws: StackError.willSaveNeverEnds) { try context.save() }
    context.rollback()
    try context.save()
  }

  @Test func tellBeforeADeletionAndItsCascade() throws {
    let coach = Coach(name: "Ada")
    let ride = Ride(number: 1, diary: diary)
    coach.rides.append(ride)
    context.insert(coach)
    try context.save()
    diary.lines = []
    context.delete(coach)
    #expect(diary.lines == ["1 delete of Ada"])
    try context.save()
    #expect(diary.lines.suffix(2) == ["1 will save", "1 did save, gone"])
  }

  @Test func tellOfWhatIsFetched() throws {
    context.insert(Coach(name: "Ada"))
    context.insert(Sleeper(name: "Bea", coal: 0))
    try context.save()
    let other = ModelContext(context.container)
    let coaches = try other.fetch(FetchDescriptor<Coach>())
    #expect(coaches.map(\.isReadyToDelete) == [true, true] && !other.hasChanges)
    coaches[0].isReadyToDelete = false
    _ = try other.fetch(FetchDescriptor<Coach>())
    // It is in memory, and not made again.
    #expect(!coaches[0].isReadyToDelete)
  }

  @Test func tellOfWhatAFaultReads() throws {
    let coach = Coach(name: "Ada")
    coach.rides = [Ride(number: 1)]
    context.insert(coach)
    try context.save()
    let other = ModelContext(context.container)
    let ride = try #require(try other.fetch(FetchDescriptor<Ride>()).first)
    #expect(ride.coach?.isReadyToDelete == true)
  }
}

/// Inserts an object when a context is about to save.
private final class Inserting {
  private(set) var isDone = false
  private var token: (any NSObjectProtocol)?

  init(_ context: ModelContext, _ model: Ride) throws {
    // Posted where the save is done, on the test's own thread.
    nonisolated(unsafe) let (context, model) = (context, model)
    nonisolated(unsafe) let inserting = Unowned(self)
    token = NotificationCenter.default.addObserver(
      forName: ModelContext.willSave, object: context, queue: nil
    ) { _ in
      guard inserting.object?.isDone == false else { return }
      inserting.object?.isDone = true
      context.insert(model)
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  private struct Unowned {
    weak var object: Inserting?
    init(_ object: Inserting) { self.object = object }
  }
}
