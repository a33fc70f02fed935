import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.serialized) struct RandomHierarchies {
  @Test func agreeWithTheOracle() throws {
    for _ in 0..<FuzzRounds.count {
      var world = try KinWorld(random: SeededGenerator(for: "RandomHierarchies"))
      for step in 0..<300 {
        try world.step()
        if step % 10 == 9 { try world.check() }
        if step % 60 == 59 {
          try world.save()
          try world.reopen()
          try world.check()
        }
      }
    }
  }

  @Test func areUndoneAndRedone() throws {
    for _ in 0..<FuzzRounds.count {
      var world = try KinWorld(random: SeededGenerator(for: "RandomHierarchies.undo"))
      world.isAlone = true
      let manager = UndoManager()
      world.context.undoManager = manager
      // What each group left, with the beginning, and where among them the world is.
      var states = [world.oracle]
      var place = 0
      for _ in 0..<40 {
        for _ in 0..<world.random.next() % 12 { try world.step() }
        if world.random.chance(1, in: 2) { try world.save() }
        world.context.processPendingChanges()
        if manager.undoCount > place {
          place += 1
          states.replaceSubrange(place..., with: [world.oracle])
        }
        let wanted = Int.random(in: 0..<states.count, using: &world.random)
        while place != wanted {
          try place > wanted ? manager.undo() : manager.redo()
          place += place > wanted ? -1 : 1
          world.goBack(to: states[place])
          if world.random.chance(1, in: 2) { try world.save() }
          try world.check()
        }
      }
      try world.save()
      try world.reopen()
      try world.check()
    }
  }

  @Test func areEditedInChildren() throws {
    for _ in 0..<FuzzRounds.count {
      var world = try KinWorld(random: SeededGenerator(for: "RandomHierarchies.children"))
      world.isAlone = true
      let parent = world.context
      var stored = world.oracle
      func check(in context: ModelContext) throws {
        var seen = world
        seen.context = context
        seen.objects = [:]
        try seen.check()
        world.random = seen.random
      }
      for _ in 0..<6 {
        let child = try ModelContext(parent: parent)
        let grandchild = try ModelContext(parent: child)
        for _ in 0..<8 {
          let (editor, above) =
            world.random.chance(1, in: 4) ? (grandchild, child) : (child, parent)
          world.context = editor
          world.objects = [:]
          try editor.mergeChanges()
          for _ in 0..<world.random.next() % 12 { try world.step() }
          if world.random.chance(1, in: 5) {
            try world.rollback()
          } else {
            // A save of the parent doesn't change what is shown.
            if world.random.chance(1, in: 4) {
              try parent.save()
              stored = world.saved
              try world.check()
            }
            try world.save()
            try check(in: above)
            if editor === grandchild { try child.save() }
          }
          try world.check()
          try check(in: parent)
          switch world.random.next() % 8 {
          case 0...2:
            try parent.save()
            stored = world.oracle
          case 3:
            parent.rollback()
            world.oracle = stored
            world.saved = stored
          default: break
          }
          try check(in: parent)
          try check(in: child)
          try check(in: grandchild)
        }
        try parent.save()
        stored = world.oracle
        world.context = parent
        world.objects = [:]
      }
      world.saved = stored
      try world.reopen()
      try world.check()
    }
  }
}

/// Real objects and the oracle side by side.
private struct KinWorld {
  var random: SeededGenerator
  let folder: TemporaryFolder
  let witnesses: Witnesses
  var context: ModelContext
  var oracle = KinOracle()
  var saved = KinOracle()
  var objects: [Int: any KinModel] = [:]
  var identifiers: [Int: PersistentIdentifier] = [:]
  var steps: [String] = []
  var nextSerial = 1
  /// Whether nobody else changes anything, and all saves are the test's own.
  var isAlone = false

  init(random: SeededGenerator) throws {
    self.random = random
    folder = try TemporaryFolder()
    context = try Self.open(folder)
    witnesses = try Witnesses(at: folder.file("kin.store"))
  }

  static func open(_ folder: TemporaryFolder) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Kin.self, Sprout.self, Twig.self,
        configurations: ModelConfiguration(url: folder.file("kin.store"))))
  }

  var trace: String { steps.suffix(60).joined(separator: "\n") }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  /// The object with a serial number, looked for as one of any class above its own.
  mutating func object(_ serial: Int) throws -> any KinModel {
    if let object = objects[serial] { return object }
    let kind = try #require(oracle.kinds[serial])
    let identifier = try #require(identifiers[serial])
    let above = pick(KinKind.allCases.filter { $0.kinds.contains(kind) }) ?? kind
    func find<Model: KinModel>(_ type: Model.Type) throws -> any KinModel {
      try #require(try context.existingModel(for: identifier, as: type), "\(identifier)\n\(trace)")
    }
    let found = try find(above.type)
    objects[serial] = found
    return found
  }

  mutating func step() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case ..<4: try create()
    case ..<11: try relate()
    case ..<13: try part()
    case 13: try changeValue()
    case 14: try delete()
    case 15: if !isAlone { try save() }
    case 16: if !isAlone { try rollback() }
    case 17: try checkFetch()
    case 18:
      for serial in objects.keys.sorted() where random.chance(1, in: 2) { objects[serial] = nil }
    default: if !isAlone { try checkOtherContext() }
    }
  }

  mutating func goBack(to state: KinOracle) {
    steps.append("undo or redo")
    oracle = state
    objects = objects.filter { oracle.kinds[$0.key] != nil }
  }

  private mutating func create() throws {
    guard let kind = pick(KinKind.allCases), oracle.kinds.count < 50 else { return }
    steps.append("let \(nextSerial) = \(kind)")
    let object = kind.make(serial: nextSerial)
    func insert<Model: KinModel>(_ model: Model) { context.insert(model) }
    insert(object)
    objects[nextSerial] = object
    identifiers[nextSerial] = object.persistentModelID
    oracle.kinds[nextSerial] = kind
    nextSerial += 1
  }

  private mutating func relate() throws {
    guard let link = pick(KinLink.allCases), let owner = pick(oracle.serials(link.kind)),
      let target = pick(oracle.serials(link.destination))
    else { return }
    steps.append("\(owner).\(link) + \(target)")
    try object(owner).add(try object(target), link)
    oracle.add(owner, link, target)
  }

  private mutating func part() throws {
    guard let link = pick(KinLink.allCases), let owner = pick(oracle.serials(link.kind)),
      let target = pick(oracle.targets(owner, link).sorted())
    else { return }
    steps.append("\(owner).\(link) - \(target)")
    try object(owner).remove(try object(target), link)
    oracle.remove(owner, link, target)
  }

  private mutating func changeValue() throws {
    guard let serial = pick(oracle.serials(.kin)) else { return }
    let value = Int.random(in: 0..<9, using: &random)
    steps.append("\(serial).value = \(value)")
    (try object(serial) as? Kin)?.value = value
    oracle.values[serial] = value
  }

  private mutating func delete() throws {
    guard let serial = pick(oracle.kinds.keys.sorted()) else { return }
    steps.append("delete \(serial)")
    func delete<Model: KinModel>(_ model: Model) { context.delete(model) }
    delete(try object(serial))
    oracle.delete(serial)
    objects = objects.filter { oracle.kinds[$0.key] != nil }
  }

  mutating func save() throws {
    steps.append("save")
    try context.save()
    saved = oracle
    try witnesses.mark()
  }

  mutating func rollback() throws {
    steps.append("rollback")
    context.rollback()
    oracle = saved
    objects = objects.filter { oracle.kinds[$0.key] != nil }
  }

  mutating func reopen() throws {
    steps.append("reopen")
    objects = [:]
    context = try Self.open(folder)
    try #require(try context.checkStore() == [], "\(trace)")
    try #require(try witnesses.faults() == [], "\(trace)")
  }

  mutating func check() throws {
    for serial in oracle.kinds.keys.sorted() {
      let object = try object(serial)
      let kind = try #require(oracle.kinds[serial])
      try #require(type(of: object) == kind.type, "\(serial)\n\(trace)")
      try #require(object.serial == serial)
      if let kin = object as? Kin {
        try #require(kin.value == oracle.values[serial] ?? 0, "\(serial)\n\(trace)")
      }
      for link in KinLink.allCases where link.kind.kinds.contains(kind) {
        // A link without a way back leads to an object that was deleted until that is saved.
        let found = object.targets(link).filter { oracle.kinds[$0.serial] != nil }.map(\.serial)
        try #require(
          found.sorted() == oracle.targets(serial, link).sorted(),
          "\(serial).\(link) is \(found), not \(oracle.targets(serial, link))\n\(trace)")
      }
    }
  }

  private mutating func checkFetch() throws {
    guard let kind = pick([KinKind.kin, .bough, .sprout, .twig]) else { return }
    let least = Int.random(in: 0..<9, using: &random)
    let expected = oracle.serials(kind).filter { oracle.values[$0] ?? 0 >= least }
    func fetch<Model: Kin>(_ type: Model.Type) throws -> [Int] {
      let descriptor = FetchDescriptor<Model>(
        predicate: #Predicate { $0.value >= least }, sortBy: [SortDescriptor(\.serial)])
      #expect(try context.fetchCount(descriptor) == expected.count)
      return try context.fetch(descriptor).map(\.serial)
    }
    let found =
      switch kind {
      case .bough: try fetch(Bough.self)
      case .sprout: try fetch(Sprout.self)
      case .twig: try fetch(Twig.self)
      default: try fetch(Kin.self)
      }
    try #require(found == expected, "fetch of \(kind)\n\(trace)")
  }

  // Another context changes something and this one takes it in.
  private mutating func checkOtherContext() throws {
    try save()
    let other = ModelContext(context.container)
    let all = try other.fetch(FetchDescriptor<Kin>())
    guard let kin = pick(all) else { return }
    steps.append("elsewhere \(kin.serial)")
    kin.value = 77
    oracle.values[kin.serial] = 77
    if let clan = pick(try other.fetch(FetchDescriptor<Clan>())) {
      kin.clan = clan
      oracle.add(kin.serial, .clan, clan.serial)
    }
    if let gone = pick(all), gone !== kin {
      steps.append("deleted elsewhere \(gone.serial)")
      other.delete(gone)
      oracle.delete(gone.serial)
    }
    try other.save()
    try context.mergeChanges()
    objects = objects.filter { oracle.kinds[$0.key] != nil }
    saved = oracle
  }
}
