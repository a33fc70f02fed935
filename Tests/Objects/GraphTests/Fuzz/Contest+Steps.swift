import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

extension Contest {
  /// Lets one of the contexts do something.
  func step() throws {
    guard let side = pick(sides) else { return }
    switch number(0..<100) {
    case ..<14: create(side)
    case ..<20: changeValue(side)
    case ..<40: point(side)
    case ..<62: edit(side)
    case ..<70: delete(side)
    case ..<80: try save(side)
    case ..<84: try rollback(side)
    case ..<90: try merge(side)
    case ..<92: try batch(side)
    case ..<95: try lookAtResults(side)
    default: release(side)
    }
  }

  private func create(_ side: Side) {
    guard let kind = pick(Kind.allCases) else { return }
    let serial = nextSerial
    let object: any FuzzModel
    if kind == .ticket {
      guard let crate = pick(side.present(.crate)) as? Crate else { return }
      object = Ticket(serial: serial, crate: crate)
      note(side, "insert \(serial) = Ticket(crate: \(crate.serial))")
    } else {
      object = kind.type.init(serial: serial)
      note(side, "insert \(serial) = \(kind)")
    }
    nextSerial += 1
    func insert<Model: FuzzModel>(_ model: Model) { side.context.insert(model) }
    insert(object)
    side.objects.append(object)
  }

  private func changeValue(_ side: Side) {
    guard let kind = pick(Kind.allCases), let object = pick(side.present(kind)) else { return }
    object.value = number(0..<10)
    note(side, "\(object.serial).value = \(object.value)")
  }

  private func point(_ side: Side) {
    guard let end = pick(End.allCases.filter(\.isToOne)), let owner = pick(side.present(end.kind))
    else { return }
    let target = random.chance(4, in: 5) ? pick(side.present(end.destination)) : nil
    guard target != nil || !end.isRequired else { return }
    note(side, "\(owner.serial).\(end) = \(target.map { "\($0.serial)" } ?? "nil")")
    owner.point(end, to: target)
  }

  private func edit(_ side: Side) {
    guard let end = pick(End.allCases.filter { !$0.isToOne }),
      let owner = pick(side.present(end.kind)), let other = pick(side.present(end.destination))
    else { return }
    let isLinked = end.inverse?.isToOne != true
    let before = isLinked || random.chance(1, in: 2) ? owner.targets(end) : []
    let edit: ArrayEdit
    if before.isEmpty || end.inverse?.isRequired == true || random.chance(1, in: 2) {
      note(side, "\(owner.serial).\(end).append(\(other.serial))")
      edit = .append(other)
    } else if random.chance(4, in: 5) {
      let index = number(0..<before.count)
      note(side, "\(owner.serial).\(end).remove(\(before[index].serial))")
      edit = .remove(at: index)
    } else {
      note(side, "\(owner.serial).\(end).removeAll()")
      edit = .removeAll
    }
    owner.edit(end, edit)
    guard isLinked else { return }
    let (old, new) = (Set(before.map(\.serial)), Set(owner.targets(end).map(\.serial)))
    for serial in old.symmetricDifference(new) {
      side.links[Contest.link(owner.serial, end, serial)] = new.contains(serial)
    }
  }

  static func link(_ from: Int, _ end: End, _ to: Int) -> Link {
    if !end.isCanonical, let canonical = end.inverse {
      return Link(end: canonical, from: to, to: from)
    }
    return Link(end: end, from: from, to: to)
  }

  private func delete(_ side: Side) {
    guard let kind = pick(Kind.allCases), let object = pick(side.present(kind)) else { return }
    note(side, "delete \(object.serial)")
    func delete<Model: FuzzModel>(_ model: Model) { side.context.delete(model) }
    delete(object)
  }

  func save(_ side: Side) throws {
    // Each failure tells of one mistake; who knows of all of them can save or give up.
    for _ in 0..<50 {
      do {
        try side.context.save()
        note(side, "save")
        side.links = [:]
        try witnesses.mark()
        return try check(side)
      } catch let error as StackError {
        note(side, "save: \(error)")
        try fix(error, side)
      }
    }
    try rollback(side)
  }

  private func fix(_ error: StackError, _ side: Side) throws {
    switch error {
    case .deletedElsewhere: break
    case .several(let errors): for error in errors { try fix(error, side) }
    case .missingValue(let identifier, _):
      let ticket = try side.context.existingModel(for: identifier, as: Ticket.self)
      guard let ticket else { return }
      if let crate = pick(side.present(.crate)) as? Crate, random.chance(1, in: 2) {
        note(side, "\(ticket.serial).crate = \(crate.serial)")
        ticket.crate = crate
      } else {
        note(side, "delete \(ticket.serial)")
        side.context.delete(ticket)
      }
    default: Issue.record("\(error)\n\(trace)")
    }
  }

  func rollback(_ side: Side) throws {
    note(side, "rollback")
    side.context.rollback()
    side.links = [:]
    try #require(!side.context.hasChanges, "\(trace)")
    try merge(side)
  }

  func merge(_ side: Side) throws {
    note(side, "merge")
    try side.context.mergeChanges()
    try check(side)
  }

  private func batch(_ side: Side) throws {
    guard let kind = pick(Kind.allCases) else { return }
    let least = number(6..<10)
    let isDelete = random.chance(1, in: 2)
    func batch<Model: FuzzModel>(_ type: Model.Type) throws {
      let predicate = type.query(least, .forward).predicate
      if isDelete {
        try side.context.batchDelete(type, where: predicate)
      } else {
        try side.context.batchUpdate(type, where: predicate, set: type.valuePath, to: 1)
      }
    }
    note(side, "\(isDelete ? "delete" : "update") all \(kind) from \(least)")
    do {
      try batch(kind.type)
    } catch StackError.missingValue {
      note(side, "which a ticket forbids")
    }
    try merge(side)
  }

  private func lookAtResults(_ side: Side) throws {
    note(side, "results")
    try side.context.mergeChanges()
    let found = try side.context.fetch(Crate.query(4, .forward))
    try #require(side.results.results.map(\.serial) == found.map(\.serial), "\(trace)")
  }

  private func release(_ side: Side) {
    note(side, "release")
    side.objects = side.objects.filter { _ in random.chance(1, in: 2) }
  }

  /// Lets all save and merge; then there may be no difference left.
  func finish() throws {
    for side in sides.shuffled(using: &random) { try save(side) }
    let fresh = try snapshot()
    for side in sides {
      try merge(side)
      try #require(!side.context.hasChanges, "\(trace)")
      let found = try snapshot(side.context)
      for serial in Set(fresh.keys).union(found.keys).sorted() {
        try #require(
          found[serial] == fresh[serial], "\(side.name) has \(serial) otherwise\n\(trace)")
      }
    }
    let faults = try ModelContext(sides[0].context.container).checkStore()
    try #require(faults.isEmpty, "\(faults)\n\(trace)")
    let lost = try witnesses.faults()
    try #require(lost.isEmpty, "\(lost)\n\(trace)")
  }
}
