import Strata
import StrataTestSupport

extension GraphTrial {
  func perform(_ step: Step, _ member: Member) throws {
    var numbers = Numbers(step.numbers)
    switch step.action {
    case .create: create(member, &numbers)
    case .value:
      guard let kind = numbers.pick(Kind.allCases), let object = numbers.pick(member.present(kind))
      else { return }
      object.value = numbers.next(10)
      note(member, "\(object.serial).value = \(object.value)")
    case .point: point(member, &numbers)
    case .assign: try assign(member, &numbers, inPlace: false)
    case .edit: try assign(member, &numbers, inPlace: true)
    case .append: append(member, &numbers)
    case .delete:
      guard let kind = numbers.pick(Kind.allCases), let object = numbers.pick(member.present(kind))
      else { return }
      note(member, "delete \(object.serial)")
      delete(object, member)
    case .save where isNested: return
    case .save: try save(member, numbers)
    // It drops what waited before the transaction, too.
    case .rollback where isNested: return
    case .rollback:
      note(member, "rollback")
      member.context.rollback()
      if member.parent == nil { try require(!member.context.hasChanges, "a rollback left changes") }
    case .refresh, .drop:
      guard let kind = numbers.pick(Kind.allCases), let object = numbers.pick(member.present(kind))
      else { return }
      note(member, "refresh \(object.serial), mergeChanges: \(step.action == .refresh)")
      try refresh(object, mergeChanges: step.action == .refresh, member)
    case .merge:
      note(member, "merge")
      try member.context.mergeChanges()
    case .undo, .redo: try undo(member, isUndo: step.action == .undo)
    case .batchDelete, .batchUpdate:
      guard !isNested, member.parent == nil else { return }
      try batch(member, &numbers, isDelete: step.action == .batchDelete)
    case .throwing: try transact(member, &numbers)
    case .release:
      note(member, "release")
      let chance = numbers.next(7) + 2
      member.held = member.held.enumerated().filter { $0.offset % chance != 0 }.map(\.element)
    case .look:
      note(member, "look")
      try member.fetchAll()
    }
  }

  private func create(_ member: Member, _ numbers: inout Numbers) {
    guard let kind = numbers.pick(Kind.allCases) else { return }
    let serial = nextSerial
    let object: any Node
    switch kind {
    case .team: object = Team(serial: serial)
    case .player: object = Player(serial: serial)
    case .coach: object = Coach(serial: serial)
    case .emblem: object = Emblem(serial: serial)
    case .badge:
      guard let team = numbers.pick(member.present(.team)) as? Team else { return }
      object = Badge(serial: serial, team: team)
      note(member, "\(serial) = Badge(team: \(team.serial))")
    case .contract:
      guard let player = numbers.pick(member.present(.player)) as? Player else { return }
      object = Contract(serial: serial, player: player)
      note(member, "\(serial) = Contract(player: \(player.serial))")
    }
    if kind != .badge, kind != .contract { note(member, "\(serial) = \(kind)") }
    nextSerial += 1
    func insert<Model: Node>(_ model: Model) { member.context.insert(model) }
    insert(object)
    member.held.append(object)
  }

  private func point(_ member: Member, _ numbers: inout Numbers) {
    guard let end = numbers.pick(End.allCases.filter(\.isToOne)),
      let owner = numbers.pick(member.present(end.kind))
    else { return }
    let target = numbers.next(4) > 0 ? numbers.pick(member.present(end.destination)) : nil
    guard target != nil || !end.isRequired else { return }
    note(member, "\(owner.serial).\(end) = \(target.map { "\($0.serial)" } ?? "nil")")
    owner.assign(end, target.map { [$0] } ?? [])
  }

  private func append(_ member: Member, _ numbers: inout Numbers) {
    guard let end = numbers.pick(End.allCases.filter { !$0.isToOne }),
      let owner = numbers.pick(member.present(end.kind)),
      let other = numbers.pick(member.present(end.destination))
    else { return }
    note(member, "\(owner.serial).\(end).append(\(other.serial))")
    owner.change(end) { $0.append(other) }
  }

  /// Several edits at once: of the array that is there, or a new one of up to 20 members.
  private func assign(_ member: Member, _ numbers: inout Numbers, inPlace: Bool) throws {
    guard let end = numbers.pick(End.allCases.filter { !$0.isToOne }),
      let owner = numbers.pick(member.present(end.kind))
    else { return }
    // Otherwise other contexts' members would be merged into the assigned array.
    try member.context.mergeChanges()
    guard owner.modelContext === member.context, !owner.isDeleted else { return }
    let others = member.present(end.destination)
    var array = owner.targets(end)
    if numbers.next(4) == 0 { array = [] }
    for _ in 0..<(numbers.next(4) == 0 ? numbers.next(20) : 1 + numbers.next(4)) {
      switch numbers.next(6) {
      case 0 where !array.isEmpty: array.remove(at: numbers.next(array.count))
      case 1 where !array.isEmpty:
        if let other = numbers.pick(others) { array[numbers.next(array.count)] = other }
      case 2 where !array.isEmpty:
        array.swapAt(numbers.next(array.count), numbers.next(array.count))
      case 3:
        if let other = numbers.pick(others) {
          array.insert(other, at: numbers.next(array.count + 1))
        }
      default: if let other = numbers.pick(others) { array.append(other) }
      }
    }
    note(
      member, "\(owner.serial).\(end) \(inPlace ? "in place" : "=") \(array.map(\.serial))")
    if inPlace {
      owner.change(end) { $0 = array }
    } else {
      owner.assign(end, array)
    }
    var seen: Set<ObjectIdentifier> = []
    let expected = array.filter { seen.insert(ObjectIdentifier($0)).inserted }.map(\.serial)
    // What is written in place may be shown as it was written until it is compared.
    if inPlace {
      let written = owner.targets(end).map(\.serial)
      try require(
        written == expected || written == array.map(\.serial),
        "written \(array.map(\.serial)), shown \(written)")
    }
    if let inverse = end.inverse {
      for other in array {
        try require(
          other.targets(inverse).contains { $0 === owner },
          "\(other.serial).\(inverse) doesn't lead to \(owner.serial)")
      }
    }
    // Reading another relationship compares an array that has no other end, too.
    if end == .teamFans { _ = owner.targets(.teamStar) }
    let found = owner.targets(end).map(\.serial)
    try require(found == expected, "assigned \(expected), shown \(found)")
  }

  private func delete(_ object: any Node, _ member: Member) {
    func delete<Model: Node>(_ model: Model) { member.context.delete(model) }
    delete(object)
  }

  private func refresh(_ object: any Node, mergeChanges: Bool, _ member: Member) throws {
    func refresh<Model: Node>(_ model: Model) throws {
      try member.context.refresh(model, mergeChanges: mergeChanges)
    }
    try refresh(object)
  }

  private func transact(_ member: Member, _ numbers: inout Numbers) throws {
    guard !isNested else { return }
    struct Stop: Error {}
    // Other contexts' saves are merged first, so that they make no difference.
    try member.context.mergeChanges()
    let before = try snapshot(member)
    note(member, "transaction {")
    isNested = true
    defer { isNested = false }
    let rest = numbers.rest()
    do {
      try member.context.transaction {
        for start in stride(from: 0, to: rest.count - 8, by: 4) {
          let action = Action.weighted[rest[start] % Action.weighted.count]
          let step = Step(action: action, numbers: Array(rest[(start + 1)...]))
          try perform(step, member)
        }
        throw Stop()
      }
    } catch is Stop {
      note(member, "} failed")
    }
    let after = try snapshot(member)
    try compare(before, after, "a transaction that failed left a difference")
  }

  private func batch(_ member: Member, _ numbers: inout Numbers, isDelete: Bool) throws {
    guard let kind = numbers.pick(Kind.allCases) else { return }
    let least = 7 + numbers.next(4)
    func batch<Model: Node>(_ type: Model.Type) throws {
      if isDelete {
        try member.context.batchDelete(type, where: type.valued(from: least))
      } else {
        try member.context.batchUpdate(
          type, where: type.valued(from: least), set: type.valuePath, to: 1)
      }
    }
    note(member, "\(isDelete ? "delete" : "update") all \(kind) from \(least)")
    do {
      try batch(kind.type)
    } catch StackError.missingValue {
      note(member, "which another object forbids")
    }
  }

  private func undo(_ member: Member, isUndo: Bool) throws {
    guard !isNested, let manager = member.context.undoManager,
      isUndo ? manager.canUndo : manager.canRedo
    else { return }
    try member.context.mergeChanges()
    let before = try snapshot(member)
    note(member, isUndo ? "undo" : "redo")
    do {
      try isUndo ? manager.undo() : manager.redo()
    } catch UndoError.nothingToUndo, UndoError.nothingToRedo {
      return
    } catch let error as UndoError {
      note(member, "which can't be: \(error)")
      try compare(before, try snapshot(member), "an undo that can't be has changed something")
      return try isUndo ? manager.discardUndo() : manager.discardRedo()
    }
    let after = try snapshot(member)
    do {
      try isUndo ? manager.redo() : manager.undo()
      try compare(before, try snapshot(member), "an undo that was taken back left a difference")
      try isUndo ? manager.undo() : manager.redo()
      try compare(after, try snapshot(member), "an undo that was repeated left a difference")
    } catch let error as UndoError {
      // Another context's save may conflict with the way back alone.
      note(member, "which can't be taken back: \(error)")
      try compare(
        after, try snapshot(member), "an undo that can't be taken back has changed something")
    }
  }

  // MARK: Saving

  func save(_ member: Member, _ numbers: Numbers) throws {
    var numbers = numbers
    // Each failure tells of some mistakes; who knows of all of them can save or give up.
    for attempt in 0..<20 {
      try member.context.mergeChanges()
      try check(member)
      let shown = try snapshot(member)
      do {
        try member.context.save()
        note(member, "save")
        return try checkSaved(member, shown)
      } catch let error as StackError {
        note(member, "save: \(error)")
        try check(member)
        try resolve(error, member, &numbers, attempt)
      }
    }
    note(member, "gives up")
    member.context.rollback()
  }

  private func resolve(
    _ error: StackError, _ member: Member, _ numbers: inout Numbers, _ attempt: Int
  ) throws {
    switch error {
    case .deletedElsewhere: break
    case .several(let errors):
      for error in errors { try resolve(error, member, &numbers, attempt) }
    case .missingValue(let identifier, _):
      try member.fetchAll()
      guard let object = member.held.first(where: { $0.persistentModelID == identifier }) else {
        return
      }
      guard attempt < 10, let end = End.of(kind(of: object)).first(where: \.isRequired),
        let target = numbers.pick(member.present(end.destination)), numbers.next(2) == 0
      else {
        note(member, "delete \(object.serial)")
        return delete(object, member)
      }
      note(member, "\(object.serial).\(end) = \(target.serial)")
      object.assign(end, [target])
    case .invalidValue(let identifier, "value", _) where setting.fetchesPartly:
      // Others have deleted an object before its value was read, and a relationship brings it back.
      try member.fetchAll()
      guard let object = member.held.first(where: { $0.persistentModelID == identifier }) else {
        throw error
      }
      object.value = numbers.next(10)
      note(member, "\(object.serial).value = \(object.value)")
    case .mergeConflicts(let conflicts):
      for conflict in conflicts {
        let policy: MergePolicy =
          numbers.next(2) == 0 ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
        if member.parent == nil, numbers.next(3) > 0 {
          note(member, "settle \(conflict.object), \(policy)")
          try member.context.resolve(conflict, by: policy)
        } else {
          note(member, "rollback")
          return member.context.rollback()
        }
      }
    default: throw error
    }
  }

  func kind(of object: any Node) -> Kind {
    Kind.allCases.first { $0.type == type(of: object) } ?? .team
  }
}

extension GraphTrial.Step {
  /// A step inside another one.
  init(action: GraphTrial.Action, numbers: [Int]) {
    context = 0
    self.action = action
    self.numbers = numbers
  }
}
