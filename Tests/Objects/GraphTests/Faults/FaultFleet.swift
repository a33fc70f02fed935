import Strata
import StrataTestSupport

@Model final class Quay {
  @Attribute(.unique) var name: String
  var depth = 5.0
  @Relationship(deleteRule: .cascade, inverse: \Vessel.quay) var vessels: [Vessel] = []
  init(name: String) { self.name = name }
}

@Model final class Vessel {
  var name: String
  var tons = 1
  var quay: Quay?
  @Relationship(inverse: \Seaman.vessels) var crew: [Seaman] = []
  init(name: String) { self.name = name }
}

@Model final class Seaman {
  var name: String
  var vessels: [Vessel] = []
  init(name: String) { self.name = name }
}

/// A context on a store of its own, and something that is done in it while the system fails.
final class FaultFleet {
  enum Operation: String, CaseIterable, Sendable {
    case fetch, count, toOne, toMany, links, merge, rollback, save, upsert, delete, batchUpdate,
      batchDelete
    /// Whether getters do it, which can't throw.
    var isRead: Bool { [.toOne, .toMany, .links].contains(self) }
  }

  let operation: Operation
  let context: ModelContext
  private let folder: TemporaryFolder
  // Held, so that there is something to bring up to date.
  private var quays: [Quay] = []
  private var vessels: [Vessel] = []
  private var seamen: [Seaman] = []

  init(_ operation: Operation) throws {
    self.operation = operation
    folder = try TemporaryFolder()
    try Self.template.get().write(to: folder.file())
    context = try Self.open(folder)
    if !operation.isRead { try load() }
    if operation.isRead {
      quays = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
      vessels = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
    }
    try prepare()
  }

  private static func open(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Quay.self, configurations: ModelConfiguration(url: folder.file())))
  }

  // Made once, and closed: a file without a log.
  private static let template = Result {
    let folder = try TemporaryFolder()
    try autoreleasing {
      let context = try open(folder)
      let seamen = (0..<5).map { Seaman(name: "s\($0)") }
      for number in 0..<4 {
        let quay = Quay(name: "q\(number)")
        context.insert(quay)
        for index in 0..<3 {
          let vessel = Vessel(name: "v\(number)\(index)")
          quay.vessels.append(vessel)
          vessel.crew = [seamen[(number + index) % 5], seamen[(number + 2 * index + 1) % 5]]
        }
      }
      try context.save()
    }
    return try Data(contentsOf: folder.file())
  }

  private static func autoreleasing(_ body: () throws -> Void) rethrows { try body() }

  private func load() throws {
    quays = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
    vessels = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
    seamen = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.name)]))
    for quay in quays { _ = quay.vessels }
    for vessel in vessels { _ = (vessel.quay, vessel.crew) }
    for seaman in seamen { _ = seaman.vessels }
  }

  /// What waits in the context, and what others have saved meanwhile.
  private func prepare() throws {
    switch operation {
    case .fetch, .count: break
    case .toOne, .toMany, .links: vessels[0].tons = 70
    case .merge:
      vessels[1].tons = 71
      try changeElsewhere()
    case .rollback:
      try change()
      try changeElsewhere()
    case .save:
      try change()
      try changeElsewhere()
    case .upsert:
      let quay = Quay(name: "q1")
      quay.depth = 9
      quay.vessels = [Vessel(name: "new")]
      context.insert(quay)
    case .delete:
      context.delete(quays[0])
      context.delete(seamen[1])
    case .batchUpdate, .batchDelete: break
    }
  }

  private func change() throws {
    vessels[0].tons = 70
    vessels[1].quay = quays[3]
    vessels[2].crew.removeFirst()
    vessels[3].crew.append(Seaman(name: "new"))
    quays[2].vessels.append(Vessel(name: "late"))
    context.delete(vessels[5])
  }

  private func changeElsewhere() throws {
    let other = try Self.open(folder)
    let vessels = try other.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)]))
    vessels[8].tons = 80
    vessels[8].quay = vessels[0].quay
    vessels[9].crew.removeLast()
    other.delete(vessels[10])
    vessels[0].quay?.vessels.append(Vessel(name: "others"))
    try other.save()
  }

  /// Does it; may be done again when it has failed.
  ///
  /// - Returns: What was found, for what reads.
  @discardableResult
  func run() throws -> [String] {
    switch operation {
    case .fetch:
      let found = try context.fetch(
        FetchDescriptor<Vessel>(
          predicate: #Predicate { $0.tons > 0 }, sortBy: [SortDescriptor(\.name)]))
      return found.map(\.name)
    case .count: return ["\(try context.fetchCount(FetchDescriptor<Vessel>()))"]
    case .toOne: return vessels.map { "\($0.name) \($0.quay?.name ?? "-")" }
    case .toMany: return quays.map { "\($0.name) \($0.vessels.map(\.name))" }
    case .links: return vessels.map { "\($0.name) \($0.crew.map(\.name))" }
    case .merge: try context.mergeChanges()
    case .rollback: context.rollback()
    case .save, .upsert, .delete: try context.save()
    case .batchUpdate:
      try context.batchUpdate(Vessel.self, where: #Predicate { $0.tons == 1 }, .set(\.tons, to: 3))
    case .batchDelete: try context.batchDelete(Quay.self, where: #Predicate { $0.name > "q1" })
    }
    return []
  }

  /// All objects with what they lead to, as a context of their own shows them.
  func stored() throws -> [String] { try Self.lines(Self.open(folder)) }

  /// The same as the context shows them, where nothing waits to be saved.
  func shown() throws -> [String] { try Self.lines(context) }

  private static func lines(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Quay>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name) \($0.depth) \($0.vessels.map(\.name))"
    }
      + context.fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)])).map {
        "\($0.name) \($0.tons) \($0.quay?.name ?? "-") \($0.crew.map(\.name))"
      }
      + context.fetch(FetchDescriptor<Seaman>(sortBy: [SortDescriptor(\.name)])).map {
        "\($0.name) \($0.vessels.map(\.name).sorted())"
      }
  }
}
