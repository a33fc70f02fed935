package import Strata
package import StrataImport

extension FreightStore {
  /// Does something, and tells after each of its transactions that it is done.
  package func perform(
    _ deed: Deed, keepingHistoryAfter number: Int64 = 0, isDone: () -> Void
  ) throws {
    switch deed {
    case .save(let edits):
      for edit in edits { try apply(edit) }
      try context.save()
      isDone()
    case .undo(let groups, let redone): try undo(groups, redone: redone, isDone)
    case .lighten(let weight):
      try context.batchUpdate(
        Load.self, where: #Predicate { $0.weight > weight }, .increment(\.weight, by: -5))
      isDone()
    case .chill(let degrees, let new):
      try context.batchUpdate(
        ChilledLoad.self, where: #Predicate { $0.degrees > degrees }, .set(\.degrees, to: new))
      isDone()
    case .discard(let weight):
      try context.batchDelete(Load.self, where: #Predicate { $0.weight == weight })
      isDone()
    case .importing(let notices, let size):
      try withoutActuallyEscaping(isDone) { isDone in
        _ = try context.import(
          notices, author: try context.author.map { try TransactionAuthor($0) },
          options: ImportOptions(chunkSize: size, failures: .stop),
          progress: { _ in isDone() })
      }
    case .clean:
      let last = try lastHistoryNumber()
      try context.container.cleanHistory(HistoryCleaning(keepingLast: Int(last - number)))
      isDone()
    }
  }

  /// The number of the last transaction.
  package func lastHistoryNumber() throws -> Int64 {
    try context.storeInformation().lastTransaction
  }

  private func undo(_ groups: [[Edit]], redone: Int, _ isDone: () -> Void) throws {
    let manager = UndoManager()
    context.undoManager = manager
    defer { context.undoManager = nil }
    for group in groups {
      for edit in group { try apply(edit) }
      try context.save()
      isDone()
    }
    for _ in groups {
      try manager.undo()
      try context.save()
      isDone()
    }
    for _ in 0..<redone {
      try manager.redo()
      try context.save()
      isDone()
    }
  }

  private func apply(_ edit: Edit) throws {
    switch edit {
    case .addHarbor(let serial): context.insert(Harbor(serial))
    case .addTag(let serial): context.insert(Tag(serial))
    case .addLoad(let serial, let weight, let degrees, let harbor):
      let load = degrees == nil ? Load(serial, weight: weight) : ChilledLoad(serial, weight: weight)
      if let degrees { (load as? ChilledLoad)?.degrees = degrees }
      context.insert(load)
      load.harbor = try harbor.map { try find(harbor: $0) }
    case .weigh(let serial, let weight): try find(load: serial).weight = weight
    case .note(let serial, let length):
      try find(load: serial).note = length == 0 ? nil : String(repeating: "n", count: length)
    case .move(let serial, let harbor):
      try find(load: serial).harbor = try harbor.map { try find(harbor: $0) }
    case .seal(let serial, let seal): try find(load: serial).seal = Seal(seal)
    case .tag(let serial, let tag, true): try find(tag: tag).loads.append(try find(load: serial))
    case .tag(let serial, let tag, false):
      try find(load: serial).tags.removeAll { $0.serial == tag }
    case .removeHarbor(let serial): context.delete(try find(harbor: serial))
    case .removeTag(let serial): context.delete(try find(tag: serial))
    case .removeLoad(let serial): context.delete(try find(load: serial))
    }
  }

  /// Something that must be there isn't.
  package struct Missing: Error { let serial: Int }

  private func one<Model: PersistentModel>(_ found: [Model], _ serial: Int) throws -> Model {
    guard let model = found.first else { throw Missing(serial: serial) }
    return model
  }

  private func find(harbor serial: Int) throws -> Harbor {
    try one(context.fetch(FetchDescriptor(predicate: #Predicate { $0.serial == serial })), serial)
  }

  private func find(load serial: Int) throws -> Load {
    try one(context.fetch(FetchDescriptor(predicate: #Predicate { $0.serial == serial })), serial)
  }

  private func find(tag serial: Int) throws -> Tag {
    try one(context.fetch(FetchDescriptor(predicate: #Predicate { $0.serial == serial })), serial)
  }
}

extension Notice: Persistable {
  package static var importKey: ImportKey<Self, Load> { ImportKey(\.serial, from: \.serial) }

  package static func importerData(
    for notices: [Self], in context: ModelContext
  ) throws -> [Int: Harbor] {
    try context.existing(Harbor.self, by: \.serial, in: notices.map(\.harbor))
  }

  package func importAction(
    for load: Load?, with harbors: inout [Int: Harbor]
  ) throws -> ImportAction<Load> {
    guard let weight else { return .delete }
    let found = load ?? Load(serial, weight: weight)
    found.update(\.weight, value: weight)
    if let harbor = harbors[harbor] { found.update(\.harbor, value: harbor) }
    return load == nil ? .insert(found) : .update
  }
}
