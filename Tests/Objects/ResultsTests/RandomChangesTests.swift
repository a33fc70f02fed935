import Strata
import StrataTestSupport
import Testing

/// Random edits, of which each difference has to tell exactly what they came to.
@Suite(.timeLimit(.scaledMinutes(5))) @MainActor final class RandomChangesOfResults {
  private let context: ModelContext
  private let other: ModelContext
  private var random = SeededGenerator(for: "RandomChangesOfResults")
  /// The objects that have changed since they were told.
  private var changed: Set<ObjectIdentifier> = []
  /// Those with unsaved changes.
  private var pending: Set<ObjectIdentifier> = []

  init() throws {
    context = ModelContext(try Chores.container())
    other = ModelContext(context.container)
    for number in 0..<20 { context.insert(Chore("\(number % 7)")) }
    try context.save()
  }

  private func any(in context: ModelContext) throws -> Chore? {
    try context.all(Chore.self).randomElement(using: &random)
  }

  private func edit(_ chore: Chore) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: chore.title = "\(Int.random(in: 0..<7, using: &random))"
    case 1: chore.isDone.toggle()
    default: chore.note = "\(Int.random(in: 0..<100, using: &random))"
    }
  }

  private func editHere() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: context.insert(Chore("\(Int.random(in: 0..<7, using: &random))"))
    case 1: if let chore = try any(in: context) { context.delete(chore) }
    case 2:
      try context.save()
      pending = []
    case 3:
      context.rollback()
      changed.formUnion(pending)
      pending = []
    default:
      guard let chore = try any(in: context) else { return }
      edit(chore)
      changed.insert(ObjectIdentifier(chore))
      pending.insert(ObjectIdentifier(chore))
    }
  }

  private func editElsewhere(_ observer: ResultsObserver<Chore, Never>) throws {
    guard let theirs = try any(in: other) else { return }
    let ours: Chore? = context.registeredModel(for: theirs.persistentModelID)
    if random.chance(1, in: 5) {
      // What is changed here and deleted elsewhere can't be saved any longer.
      guard !(ours.map { pending.contains(ObjectIdentifier($0)) } ?? false) else { return }
      other.delete(theirs)
    } else {
      edit(theirs)
      if let ours { changed.insert(ObjectIdentifier(ours)) }
    }
    try other.save()
    try observer.update()
  }

  @Test func makeTheNewResultsOutOfTheOld() async throws {
    let observer = try ResultsObserver(
      filterBy: Chores.open, sortBy: Chores.byTitle, modelContext: context)
    var changes = observer.changes.makeAsyncIterator()
    var known = try #require(await changes.next()).results.map { $0 }
    changed = []
    for round in 0..<300 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if random.chance(1, in: 4) { try editElsewhere(observer) } else { try editHere() }
      }
      // So that there is something to be told.
      context.insert(Chore("\(round % 9)"))
      if context.insertedModelsArray.count > 20 {
        try context.save()
        pending = []
      }
      let change = try #require(await changes.next())
      let new = change.results.map { $0 }
      let replayed = ResultsDifferences.applying(change.difference, to: known) { new[$0] }
      try #require(replayed.elementsEqual(new) { $0 === $1 }, "seed \(random.seed), round \(round)")
      let before = Set(known.map { ObjectIdentifier($0) })
      let expected = new.indices.filter { position in
        let object = ObjectIdentifier(new[position])
        return before.contains(object) && changed.contains(object)
      }
      try #require(change.difference.updates == expected, "seed \(random.seed), round \(round)")
      let titles = new.map(\.title)
      try #require(titles == titles.sorted())
      known = new
      changed = []
    }
  }
}
