import StrataModelSupport
import Strata
import StrataTestSupport

/// A store of random objects, related at random: the same for the same seed.
final class Maze {
  let folder: TemporaryFolder
  let context: ModelContext
  private var random: SeededGenerator

  init(_ seed: UInt64) throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    context = try Self.open(folder)
    var objects: [any FuzzModel] = []
    for serial in 0..<40 {
      let kind = Kind.allCases.randomElement(using: &random) ?? .crate
      let object: any FuzzModel
      if kind == .ticket {
        guard let crate = objects.filter({ $0 is Crate }).randomElement(using: &random) as? Crate
        else { continue }
        object = Ticket(serial: serial, crate: crate)
      } else {
        object = kind.type.init(serial: serial)
      }
      object.value = Int.random(in: 0...10, using: &random)
      insert(object)
      objects.append(object)
    }
    for _ in 0..<80 { relate(objects) }
    try context.save()
  }

  private init(of maze: Maze) throws {
    folder = maze.folder
    random = maze.random
    context = try Self.open(folder)
  }

  func reopened() throws -> Maze { try Maze(of: self) }

  private static func open(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Crate.self, configurations: ModelConfiguration(url: folder.file())))
  }

  private func insert(_ object: any FuzzModel) {
    func insert<Model: FuzzModel>(_ model: Model) { context.insert(model) }
    insert(object)
  }

  private func relate(_ objects: [any FuzzModel]) {
    guard let end = End.allCases.randomElement(using: &random),
      let owner = objects.filter({ type(of: $0) == end.kind.type }).randomElement(using: &random),
      let target = objects.filter({ type(of: $0) == end.destination.type })
        .randomElement(using: &random)
    else { return }
    // Tickets must have a crate, and are moved by the crate that takes them.
    if end.isToOne {
      owner.point(end, to: target)
    } else {
      owner.edit(end, .append(target))
    }
  }

  /// Some of the objects, with what they lead to.
  func some() throws -> [any FuzzModel] {
    try all().filter { object in
      guard Bool.random(using: &random) else { return false }
      for end in End.of(kind(object)) { _ = object.targets(end) }
      return true
    }
  }

  private func kind(_ object: any FuzzModel) -> Kind {
    Kind.allCases.first { $0.type == type(of: object) } ?? .crate
  }

  private func all() throws -> [any FuzzModel] {
    func all<Model: FuzzModel>(_ type: Model.Type) throws -> [any FuzzModel] {
      try context.all(type)
    }
    return try Kind.allCases.flatMap { try all($0.type) }
  }

  func deleteAtOnce<Model: FuzzModel>(_ type: Model.Type, _ least: Int) throws {
    try context.batchDelete(type, where: type.query(least, .forward).predicate)
  }

  func deleteOneByOne<Model: FuzzModel>(_ type: Model.Type, _ least: Int) throws {
    for model in try context.fetch(type.query(least, .forward)) { context.delete(model) }
    try context.save()
  }

  /// Each object with its value and what it leads to, a line each.
  func description() throws -> String {
    try all().map { object in
      let ends = End.of(kind(object)).map { "\($0): \(object.targets($0).map(\.serial))" }
      return "\(object.serial) \(object.value) \(ends.joined(separator: ", "))"
    }.joined(separator: "\n")
  }

  /// What a check of the store finds: links that lead to what is gone, which reading hides.
  func faults() throws -> [String] {
    try context.checkStore().map { "\($0.kind) \($0.place) \($0.message)" }.sorted()
  }

  /// What the last transaction lists, but for the order.
  func changes() throws -> Set<HistoryEntry.Change> {
    Set(try context.historyEntries().last?.changes ?? [])
  }
}
