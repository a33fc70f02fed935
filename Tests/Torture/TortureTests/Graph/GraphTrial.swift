import StrataStoreSupport
import Strata
import StrataTestSupport

/// Contexts that work on one store, each with a merge policy, an undo manager or a parent of its own.
///
/// A run is a list of plain steps, so that a failed run can be repeated with fewer of them.
final class GraphTrial {
  /// The configuration of a run's contexts.
  struct Setting: CustomStringConvertible {
    struct Member {
      var policy: MergePolicy
      var undoes: Bool
      /// The place of its parent among the contexts; nil for a context of the store.
      var parent: Int?
    }

    var members: [Member]
    /// True to check everything after each step, false to check after each save and at the end.
    var checksEachStep: Bool
    /// True if objects without changes have read one attribute alone before each step.
    var fetchesPartly = false

    init(random: inout SeededGenerator) {
      let policies: [MergePolicy] = [
        .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback, .error,
      ]
      let isPlain = random.chance(1, in: 3)
      let undoes = random.chance(1, in: 3)
      let hasChildren = random.chance(1, in: 3)
      members = []
      for index in 0..<Int.random(in: 1...3, using: &random) {
        members.append(
          Member(
            policy: isPlain ? policies[0] : policies.randomElement(using: &random) ?? policies[0],
            undoes: undoes && random.chance(1, in: 2), parent: nil))
        guard hasChildren, index < 2 else { continue }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          members.append(
            Member(
              policy: isPlain ? policies[0] : policies.randomElement(using: &random) ?? policies[0],
              undoes: false, parent: Int.random(in: 0..<members.count, using: &random)))
        }
      }
      checksEachStep = random.chance(2, in: 3)
    }

    var description: String {
      members.enumerated().map { index, member in
        "\(index): \(member.policy)\(member.undoes ? ", undo" : "")"
          + (member.parent.map { ", child of \($0)" } ?? "")
      }.joined(separator: "; ") + (checksEachStep ? "" : "; checked after saves")
        + (fetchesPartly ? "; partly fetched" : "")
    }
  }

  enum Action: Int, CaseIterable {
    case create, value, point, assign, edit, append, delete, save, rollback, refresh, drop, merge
    case undo, redo, batchDelete, batchUpdate, throwing, release, look

    /// The relative frequency of the step.
    var weight: Int {
      switch self {
      case .create: 14
      case .value, .save: 8
      case .point, .assign: 12
      case .edit: 8
      case .append: 6
      case .delete, .merge, .undo: 5
      case .refresh, .drop: 3
      case .rollback, .redo, .throwing, .release, .look: 2
      case .batchDelete, .batchUpdate: 1
      }
    }

    static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  }

  /// Something that one of the contexts does; what the numbers mean is up to the action and to what is
  /// there by then.
  struct Step {
    let context: Int
    let action: Action
    let numbers: [Int]

    init(random: inout SeededGenerator) {
      context = Int.random(in: 0..<100, using: &random)
      action = Action.weighted.randomElement(using: &random) ?? .look
      numbers = (0..<24).map { _ in Int.random(in: 0..<10_000, using: &random) }
    }
  }

  /// A broken expectation.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// One context, and the objects that are held of it.
  final class Member {
    let index: Int
    let context: ModelContext
    let parent: Member?
    var held: [any Node] = []

    init(_ index: Int, _ context: ModelContext, parent: Member?) {
      self.index = index
      self.context = context
      self.parent = parent
    }
  }

  let setting: Setting
  private let folder: TemporaryFolder
  let container: ModelContainer
  let witnesses: Witnesses
  private(set) var members: [Member] = []
  var nextSerial = 1
  /// The steps that were done, in words.
  private(set) var notes: [String] = []
  var isNested = false

  init(_ setting: Setting) throws {
    self.setting = setting
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Team.self, Player.self, Coach.self, Badge.self, Emblem.self, Contract.self],
      configuration: ModelConfiguration(url: folder.store()))
    witnesses = try Witnesses(at: folder.store())
    for (index, member) in setting.members.enumerated() {
      let parent = member.parent.map { members[$0] }
      let context =
        try parent.map { try ModelContext(parent: $0.context) } ?? ModelContext(container)
      context.mergePolicy = member.policy
      if member.undoes { context.undoManager = UndoManager() }
      members.append(Member(index, context, parent: parent))
    }
  }

  func note(_ member: Member, _ text: String) { notes.append("\(member.index): \(text)") }

  /// Does steps and checks. Throws ``Broken`` or an unexpected error.
  func run(_ steps: [Step]) throws {
    for step in steps {
      let member = members[step.context % members.count]
      try perform(step, member)
      if setting.checksEachStep { for member in members { try check(member) } }
      for member in members { member.context.forgetAttributesIfPartlyFetched() }
    }
    for member in members.reversed() { try save(member, Numbers([])) }
    for member in members { try check(member) }
    try checkStore()
    let lost = try witnesses.faults()
    try require(lost.isEmpty, "\(lost)")
  }
}

/// The numbers of a step, one after the other.
struct Numbers {
  private var numbers: ArraySlice<Int>

  init(_ numbers: [Int]) { self.numbers = numbers[...] }

  /// The next one, below a bound. There are zeros when they have run out.
  mutating func next(_ bound: Int) -> Int { bound > 0 ? (numbers.popFirst() ?? 0) % bound : 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[next(elements.count)]
  }

  mutating func rest() -> [Int] {
    defer { numbers = [] }
    return Array(numbers)
  }
}

extension GraphTrial.Member {
  /// The objects at hand that are in the context, in order of their numbers.
  func present(_ kind: Kind) -> [any Node] {
    held.filter { type(of: $0) == kind.type && $0.modelContext === context && !$0.isDeleted }
  }

  /// Fetches all objects, and holds them.
  func fetchAll() throws {
    func all<Model: Node>(_ type: Model.Type) throws -> [any Node] {
      try context.fetch(FetchDescriptor<Model>())
    }
    held = try Kind.allCases.flatMap { try all($0.type) }.sorted { $0.serial < $1.serial }
  }
}
