import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Contexts on one store that change the same objects without waiting for each other.
final class Contest {
  var random: SeededGenerator
  let folder: TemporaryFolder
  let witnesses: Witnesses
  var sides: [Side] = []
  var nextSerial = 1
  /// What was done, for the message of a failure.
  var steps: [String] = []

  /// One context, and what it has changed since it last saved.
  final class Side {
    let name: Int
    let context: ModelContext
    /// The objects that the side holds.
    var objects: [any FuzzModel] = []
    /// Links of relationships between many and many that were made or cut.
    var links: [Link: Bool] = [:]
    let results: ResultsObserver<Crate, Never>

    init(_ name: Int, _ container: ModelContainer) throws {
      self.name = name
      context = ModelContext(container)
      results = try ResultsObserver(
        fetchDescriptor: Crate.query(4, .forward), modelContext: context, isolation: nil)
    }
  }

  struct Link: Hashable {
    let end: End
    let from: Int
    let to: Int
  }

  init(random: SeededGenerator, inSeveralContainers: Bool, sideCount: Int? = nil) throws {
    self.random = random
    folder = try TemporaryFolder()
    let shared = try World.open(folder)
    witnesses = try Witnesses(at: World.store(in: folder))
    for name in 0..<(sideCount ?? number(2..<4)) {
      sides.append(try Side(name, inSeveralContainers ? try World.open(folder) : shared))
    }
  }

  func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  func note(_ side: Side, _ step: String) { steps.append("\(side.name): \(step)") }

  /// How to repeat a failure, and what led to it.
  var trace: String {
    "STRATA_TEST_SEED=\(random.seed)\n" + steps.suffix(60).joined(separator: "\n")
  }
}

extension Contest.Side {
  /// The objects at hand that are in the context.
  func present(_ kind: Kind) -> [any FuzzModel] {
    objects.filter {
      type(of: $0) == kind.type && $0.modelContext === context && !$0.isDeleted
    }
  }

  /// Fetches all objects, and holds them.
  func fetchAll() throws {
    func all<Model: FuzzModel>(_ type: Model.Type) throws -> [any FuzzModel] {
      try context.fetch(FetchDescriptor<Model>())
    }
    objects = try Kind.allCases.flatMap { try all($0.type) }
  }
}
