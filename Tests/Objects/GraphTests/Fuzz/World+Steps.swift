import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

extension World {
  /// Does one thing that a program might do.
  func step(allowsUnmanaged: Bool) throws {
    switch number(0..<100) {
    case ..<18: try create(isManaged: !allowsUnmanaged || random.chance(2, in: 3))
    case ..<24: try changeValue()
    case ..<46: try point()
    case ..<75: try edit()
    case ..<81: try delete()
    case ..<83: try insertUnmanaged()
    case ..<85: if allowsUnmanaged { try deleteAndInsert() }
    case ..<91: try save()
    case ..<94: try rollback()
    case ..<98: try checkFetch()
    default: release()
    }
    try identify()
  }

  private func create(isManaged: Bool) throws {
    guard let kind = pick(Kind.allCases), oracle.things.count < 60 else { return }
    let serial = nextSerial
    nextSerial += 1
    if kind == .ticket {
      // A ticket needs a crate, which learns of it when the ticket is inserted.
      let crates = oracle.serials(.crate).filter { oracle.things[$0]?.isManaged == true }
      guard let crate = pick(crates),
        let target = try object(crate) as? Crate
      else { return }
      note("let \(serial) = Ticket(crate: \(crate))")
      objects[serial] = Ticket(serial: serial, crate: target)
      oracle.things[serial] = .init(kind: kind)
      try insert(serial)
      oracle.add(serial, .ticketCrate, crate)
      return
    }
    note("let \(serial) = \(kind)")
    objects[serial] = kind.type.init(serial: serial)
    oracle.things[serial] = .init(kind: kind)
    if isManaged { try insert(serial) }
  }

  private func insert(_ serial: Int) throws {
    note("insert \(serial)")
    func insert<Model: FuzzModel>(_ model: Model) { context.insert(model) }
    insert(try object(serial))
    oracle.insert(serial)
  }

  private func insertUnmanaged() throws {
    guard let serial = pick(oracle.things.filter { !$0.value.isManaged }.map(\.key).sorted())
    else { return }
    try insert(serial)
  }

  private func changeValue() throws {
    guard let serial = pick(oracle.things.keys.sorted()) else { return }
    let value = number(0..<15)
    note("\(serial).value = \(value)")
    try object(serial).value = value
    oracle.things[serial]?.value = value
  }

  private func point() throws {
    guard let end = pick(End.allCases.filter(\.isToOne)), let owner = pick(oracle.serials(end.kind))
    else { return }
    let target = random.chance(4, in: 5) ? pick(oracle.serials(end.destination)) : nil
    guard target != nil || !end.isRequired else { return }
    note("\(owner).\(end) = \(target.map(String.init) ?? "nil")")
    try object(owner).point(end, to: try target.map { try object($0) })
    oracle.replace(owner, end, with: target.map { [$0] } ?? [])
  }

  private func edit() throws {
    guard let end = pick(End.allCases.filter { !$0.isToOne }),
      let owner = pick(oracle.serials(end.kind))
    else { return }
    let others = oracle.serials(end.destination)
    let isRequired = end.inverse?.isRequired == true
    guard let other = pick(others) else { return }
    let model = try object(owner)
    let kind = number(0..<10)
    if kind < 4 || isRequired {
      note("\(owner).\(end).append(\(other))")
      model.edit(end, .append(try object(other)))
      oracle.add(owner, end, other)
      return
    }
    if kind == 4 {
      let chosen = (0..<number(0..<4)).compactMap { _ in pick(others) }
      note("\(owner).\(end) = \(chosen)")
      model.edit(end, .assign(try chosen.map { try object($0) }))
      oracle.replace(owner, end, with: chosen)
      return
    }
    // The rest needs to know what is there, in the order it is there.
    var members = model.targets(end).map(\.serial)
    guard members.allSatisfy({ oracle.things[$0] != nil }) else { return }
    switch kind {
    case 5:
      let index = number(0..<members.count + 1)
      note("\(owner).\(end).insert(\(other), at: \(index))")
      model.edit(end, .insert(try object(other), at: index))
      members.insert(other, at: index)
    case 6 where !members.isEmpty:
      let index = number(0..<members.count)
      note("\(owner).\(end)[\(index)] = \(other)")
      model.edit(end, .replace(at: index, with: try object(other)))
      members[index] = other
    case 7 where !members.isEmpty:
      let index = number(0..<members.count)
      note("\(owner).\(end).remove(at: \(index))")
      model.edit(end, .remove(at: index))
      members.remove(at: index)
    case 8 where !members.isEmpty:
      let (first, second) = (number(0..<members.count), number(0..<members.count))
      note("\(owner).\(end).swapAt(\(first), \(second))")
      model.edit(end, .swap(first, second))
    case 9:
      let isAll = random.chance(1, in: 3)
      note("\(owner).\(end).\(isAll ? "removeAll" : "reverse")()")
      model.edit(end, isAll ? .removeAll : .reverse)
      if isAll { members = [] }
    default:
      note("\(owner).\(end) += [\(other), \(other)]")
      let object = try object(other)
      model.edit(end, .appendAll([object, object]))
      members += [other]
    }
    oracle.replace(owner, end, with: members)
  }

  private func delete() throws {
    // What an object outside the context leads to would come back with it.
    guard oracle.things.values.allSatisfy(\.isManaged),
      let serial = pick(oracle.things.keys.sorted())
    else { return }
    note("delete \(serial)")
    func delete<Model: FuzzModel>(_ model: Model) { context.delete(model) }
    delete(try object(serial))
    oracle.delete(serial)
    objects = objects.filter { oracle.things[$0.key] != nil }
  }

  // A deleted object that comes back is related as before, though perhaps in another order.
  private func deleteAndInsert() throws {
    guard oracle.things.values.allSatisfy(\.isManaged),
      let serial = pick(oracle.things.keys.sorted())
    else { return }
    var after = oracle
    after.delete(serial)
    let isNew = saved.things[serial] == nil
    let cascaded = oracle.things.keys.filter { after.things[$0] == nil }
    guard isNew || cascaded.allSatisfy({ saved.things[$0] != nil }) else { return }
    note("delete and insert \(serial)")
    func deleteAndInsert<Model: FuzzModel>(_ model: Model) {
      context.delete(model)
      context.insert(model)
    }
    let model = try object(serial)
    guard isNew else { return deleteAndInsert(model) }
    // A new one is as new as ever, and what went with it is gone.
    guard let thing = oracle.things[serial], thing.kind != .ticket else { return }
    deleteAndInsert(model)
    oracle = after
    oracle.things[serial] = thing
    identifiers[serial] = nil
    objects = objects.filter { oracle.things[$0.key] != nil }
  }

  func save() throws {
    note("save")
    let number = try context.historyEntries().count
    try context.save()
    saved = oracle.saved()
    saveCount = try context.historyEntries().count
    try #require(saveCount - number <= 1, "\(trace)")
    try #require(!context.hasChanges, "\(trace)")
    try witnesses.mark()
  }

  func rollback() throws {
    note("rollback")
    context.rollback()
    try #require(!context.hasChanges, "\(trace)")
    oracle = saved
    objects = objects.filter { oracle.things[$0.key] != nil }
  }
}
