import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Several contexts that have unsaved changes of a hierarchy, with unique values that meet: a new
/// object may turn out to be a row that another context has saved or changed meanwhile.
@Suite(.serialized) struct CompetingHierarchies {
  @Test(arguments: [UniqueConflictPolicy.upsert, .error, .ignore])
  func agreeOnceAllIsSavedAndMerged(policy: UniqueConflictPolicy) throws {
    for _ in 0..<FuzzRounds.count {
      let random = SeededGenerator(for: "CompetingHierarchies.\(policy)")
      let contest = try KinContest(random: random, policy)
      for _ in 0..<5 {
        for _ in 0..<25 { try contest.step() }
        try contest.finish()
      }
    }
  }
}

final class KinContest {
  var random: SeededGenerator
  let folder: TemporaryFolder
  let witnesses: Witnesses
  var contexts: [ModelContext] = []
  let observers: [ResultsObserver<Kin, Never>]
  /// What each context holds, so that it stays in memory.
  var held: [[any KinModel]] = []
  var nextSerial = 1000
  var steps: [String] = []

  init(random: SeededGenerator, _ policy: UniqueConflictPolicy) throws {
    self.random = random
    folder = try TemporaryFolder()
    let shared = try Self.open(folder)
    witnesses = try Witnesses(at: folder.file("kin.store"))
    for number in 0..<3 {
      let context = ModelContext(number < 2 ? shared : try Self.open(folder))
      context.uniqueConflictPolicy = policy
      contexts.append(context)
      held.append([])
    }
    observers = try contexts.map {
      try ResultsObserver(fetchDescriptor: Self.query, modelContext: $0, isolation: nil)
    }
  }

  private static func open(_ folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: Kin.self, Bough.self, Sprout.self, Twig.self, Clan.self, Badge.self,
      configurations: ModelConfiguration(url: folder.file("kin.store")))
  }

  private static var query: FetchDescriptor<Kin> {
    FetchDescriptor(predicate: #Predicate { $0.value > 3 }, sortBy: [SortDescriptor(\.serial)])
  }

  private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private var trace: String {
    "STRATA_TEST_SEED=\(random.seed)\n" + steps.suffix(50).joined(separator: "\n")
  }

  private func present(_ side: Int, _ type: any KinModel.Type) -> [any KinModel] {
    func isKind<Model: KinModel>(_ type: Model.Type, _ object: any KinModel) -> Bool {
      object is Model
    }
    return held[side].filter {
      isKind(type, $0) && $0.modelContext === contexts[side] && !$0.isDeleted
    }
  }

  func step() throws {
    let side = number(0..<contexts.count)
    switch number(0..<100) {
    case ..<22: create(side)
    case ..<30: changeValue(side)
    case ..<60: relate(side)
    case ..<68: delete(side)
    case ..<80: try save(side)
    case ..<84: try rollback(side)
    case ..<92: try check(side)
    case ..<95: held[side].removeAll { _ in Bool.random(using: &random) }
    default: try batch(side)
    }
  }

  private func create(_ side: Int) {
    // Serial numbers of a hierarchy are unique, and come twice now and then.
    let serial = number(0..<25)
    nextSerial += 1
    guard let kind = KinKind.allCases.randomElement(using: &random) else { return }
    let object = kind.make(serial: kind == .clan || kind == .badge ? nextSerial : serial)
    steps.append("\(side): insert \(object.serial) = \(type(of: object))")
    func insert<Model: KinModel>(_ model: Model) { contexts[side].insert(model) }
    insert(object)
    held[side].append(object)
  }

  private func changeValue(_ side: Int) {
    guard let kin = present(side, Kin.self).randomElement(using: &random) as? Kin else { return }
    kin.value = number(0..<8)
    steps.append("\(side): \(kin.serial).value = \(kin.value)")
  }

  private func relate(_ side: Int) {
    guard let link = KinLink.allCases.randomElement(using: &random),
      let owner = present(side, link.kind.type).randomElement(using: &random),
      let target = present(side, link.destination.type).randomElement(using: &random)
    else { return }
    if random.chance(3, in: 4) {
      steps.append("\(side): \(owner.serial).\(link) + \(target.serial)")
      owner.add(target, link)
    } else if let member = owner.targets(link).randomElement(using: &random) {
      steps.append("\(side): \(owner.serial).\(link) - \(member.serial)")
      owner.remove(member, link)
    }
  }

  private func delete(_ side: Int) {
    let types: [any KinModel.Type] = [Kin.self, Kin.self, Clan.self, Badge.self]
    guard let type = types.randomElement(using: &random),
      let object = present(side, type).randomElement(using: &random)
    else { return }
    steps.append("\(side): delete \(object.serial)")
    func delete<Model: KinModel>(_ model: Model) { contexts[side].delete(model) }
    delete(object)
  }

  private func batch(_ side: Int) throws {
    steps.append("\(side): batch")
    if random.chance(1, in: 2) {
      try contexts[side].batchUpdate(
        where: #Predicate<Bough> { $0.value > 4 }, .increment(\.extra, by: 1))
    } else {
      try contexts[side].batchDelete(Kin.self, where: #Predicate { $0.value > 6 })
    }
    try check(side)
  }

  private func save(_ side: Int) throws {
    for _ in 0..<10 {
      do {
        try contexts[side].save()
        steps.append("\(side): save")
        try witnesses.mark()
        return try check(side)
      } catch let error as StackError {
        steps.append("\(side): save: \(error)")
        switch error {
        case .deletedElsewhere: continue
        case .several(let errors)
        where errors.allSatisfy({ if case .deletedElsewhere = $0 { true } else { false } }):
          continue
        case .notUnique, .missingValue, .conflictsWithSeveral: return try rollback(side)
        default: throw error
        }
      }
    }
    try rollback(side)
  }

  private func rollback(_ side: Int) throws {
    steps.append("\(side): rollback")
    contexts[side].rollback()
    try #require(!contexts[side].hasChanges, "\(trace)")
    try check(side)
  }

  private func all(_ context: ModelContext) throws -> [any KinModel] {
    try context.fetch(FetchDescriptor<Kin>()) + context.fetch(FetchDescriptor<Clan>())
      + context.fetch(FetchDescriptor<Badge>())
  }

  /// Both ends of each relationship agree, and results that are kept current are so.
  private func check(_ side: Int) throws {
    steps.append("\(side): check")
    let objects = try all(contexts[side])
    let found = try contexts[side].fetch(Self.query)
    try #require(
      observers[side].results.map(\.persistentModelID) == found.map(\.persistentModelID),
      "results\n\(trace)")
    for object in objects {
      for link in KinLink.allCases {
        guard let back = link.inverse else { continue }
        let targets = object.targets(link)
        let place = "\(side): \(link) of \(object.serial) to \(targets.map(\.serial))"
        try #require(
          Set(targets.map { ObjectIdentifier($0) }).count == targets.count, "\(place)\n\(trace)")
        for target in targets {
          try #require(
            target.modelContext === contexts[side] && !target.isDeleted, "\(place)\n\(trace)")
          try #require(
            target.targets(back).contains { $0 === object },
            "\(place), \(back) to \(target.targets(back).map(\.serial))\n\(trace)")
        }
      }
    }
    held[side] = objects.filter { _ in random.chance(4, in: 5) }
  }

  private func portraits(_ context: ModelContext) throws -> [PersistentIdentifier: [String]] {
    var portraits: [PersistentIdentifier: [String]] = [:]
    for object in try all(context) {
      let value = ((object as? Kin)?.value ?? 0, (object as? Bough)?.extra ?? 0)
      portraits[object.persistentModelID] =
        ["\(type(of: object)) \(object.serial) \(value)"]
        + KinLink.allCases.map { "\($0): \(object.targets($0).map(\.serial))" }
    }
    return portraits
  }

  func finish() throws {
    for side in contexts.indices { try save(side) }
    let fresh = try portraits(ModelContext(try Self.open(folder)))
    for side in contexts.indices {
      try check(side)
      let found = try portraits(contexts[side])
      for (identifier, portrait) in fresh {
        try #require(found[identifier] == portrait, "\(side): \(identifier)\n\(trace)")
      }
      try #require(found.count == fresh.count, "\(trace)")
    }
    let faults = try ModelContext(contexts[0].container).checkStore()
    try #require(faults.isEmpty, "\(faults)\n\(trace)")
    let lost = try witnesses.faults()
    try #require(lost.isEmpty, "\(lost)\n\(trace)")
  }
}
