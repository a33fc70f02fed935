import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/Conflicts.md` shows, run.
@Suite(.alsoPartlyFetched) final class ConflictsDocument {
  private let folder: TemporaryFolder
  private var lines: [String] = []

  init() throws { folder = try TemporaryFolder() }

  private func log(_ line: String) { lines.append(line) }

  /// Two contexts with the same trip.
  private func contexts() throws -> (ModelContext, Trip, ModelContext, Trip) {
    func context() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: folder.store())))
    }
    let (context, other) = (try context(), try context())
    let trip = Trip(name: "Alps")
    context.insert(trip)
    try context.save()
    return (context, trip, other, try other.existing(Trip.self, withID: TypedObjectID(trip)))
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Conflicts.md")
    #expect(page.examples.count >= 5)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func tellsWhatGaveWay() throws {
    let (context, trip, other, theirs) = try contexts()
    theirs.name = "Andes"
    try other.save()
    trip.name = "Atlas"
    try context.save()
    for conflict in context.resolvedMergeConflicts {
      log("\(conflict)")
      if let theirs = try conflict.theirs(\Trip.name) { log("overwritten: \(theirs)") }
    }
    #expect(lines.last == "overwritten: Andes" && trip.revision == 2)
    context.mergePolicy = .mergeByPropertyStoreTrump
    try other.mergeChanges()
    theirs.name = "Andes"
    try other.save()
    trip.name = "Ural"
    try context.save()
    #expect(trip.name == "Andes")
  }

  @Test(arguments: [true, false]) func settlesOneByOne(_ takesTheirs: Bool) throws {
    let (context, trip, other, theirs) = try contexts()
    context.mergePolicy = .error
    trip.name = takesTheirs ? "Alps" : "Atlas"
    theirs.name = "Andes"
    try other.save()
    context.mergePolicy = .error
    do {
      try context.save()
    } catch StackError.mergeConflicts(let conflicts) {
      for conflict in conflicts {
        let original = try conflict.original(\Trip.name)
        let isTheirs = try conflict.mine(\Trip.name) == original
        try context.resolve(
          conflict, by: isTheirs ? .mergeByPropertyStoreTrump : .mergeByPropertyObjectTrump)
      }
      try context.save()
    }
    #expect(trip.name == (takesTheirs ? "Andes" : "Atlas"))
  }

  @Test func refusesWhatIsInvalid() throws {
    let (context, trip, _, _) = try contexts()
    trip.name = ""
    #expect(throws: StackError.self) { try context.save() }
  }

  @Model final class Trip {
    var name: String
    var created: Date?
    var revision = 0

    init(name: String) { self.name = name }
  }

  enum TripError: Error { case noName }
}

private typealias Trip = ConflictsDocument.Trip
private typealias TripError = ConflictsDocument.TripError

extension Trip: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    if operation != .delete, name.isEmpty { throw TripError.noName }
  }
}

extension Trip: LifecycleModel {
  func awakeFromInsert() { created = Date(timeIntervalSince1970: 0) }
  func willSave() { if !isDeleted { revision += 1 } }
}
