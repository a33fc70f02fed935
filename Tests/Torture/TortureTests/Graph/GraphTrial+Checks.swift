import StrataSchema
import StrataStoreSupport
import Strata
import StrataTestSupport

extension GraphTrial {
  /// An object as a context shows it.
  struct Portrait: Equatable {
    let identifier: PersistentIdentifier
    let value: Int
    var ends: [End: [Int]]
  }

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Broken(description: message()) }
  }

  /// The objects of a context.
  func snapshot(_ member: Member) throws -> [Int: Portrait] {
    let held = member.held
    try member.fetchAll()
    defer { member.held = held.filter { $0.modelContext === member.context } }
    return portraits(of: member.held)
  }

  /// The objects of a new context.
  func stored() throws -> [Int: Portrait] {
    let member = Member(-1, ModelContext(container), parent: nil)
    try member.fetchAll()
    return portraits(of: member.held)
  }

  private func portraits(of objects: [any Node]) -> [Int: Portrait] {
    var portraits: [Int: Portrait] = [:]
    for object in objects {
      var portrait = Portrait(
        identifier: object.persistentModelID, value: object.value, ends: [:])
      for end in End.of(kind(of: object)) {
        portrait.ends[end] = object.targets(end)
          .filter { $0.modelContext != nil && !$0.isDeleted }.map(\.serial)
      }
      portraits[object.serial] = portrait
    }
    return portraits
  }

  /// Both ends of each relationship agree, and what has no unsaved change is as the store has it.
  func check(_ member: Member) throws {
    let held = member.held
    defer { member.held = held.filter { $0.modelContext === member.context } }
    try member.fetchAll()
    try require(
      Set(member.held.map(\.serial)).count == member.held.count, "\(member.index) shows one twice")
    let stored = member.parent == nil ? try stored() : nil
    let new = Set(member.context.insertedModelsArray.map { ObjectIdentifier($0) })
    for object in member.held {
      for end in End.of(kind(of: object)) {
        let targets = object.targets(end)
        let place = {
          "\(member.index): \(end) of \(object.serial) leads to \(targets.map(\.serial))"
        }
        try require(Set(targets.map(\.serial)).count == targets.count, "\(place()), twice")
        // One that must lead somewhere may have lost what it led to; the save says so.
        if end.isRequired, targets.allSatisfy({ $0.modelContext == nil || $0.isDeleted }) {
          continue
        }
        if let inverse = end.inverse {
          for target in targets {
            try require(
              target.modelContext === member.context && !target.isDeleted,
              "\(place()), \(target.serial) is gone")
            let back = target.targets(inverse)
            try require(
              back.contains { $0 === object },
              "\(place()), \(inverse) of \(target.serial) to \(back.map(\.serial))")
          }
        }
        guard let portrait = stored?[object.serial], end.isToOne,
          !new.contains(ObjectIdentifier(object)),
          !isChanged(object, end)
        else { continue }
        let expected = (portrait.ends[end] ?? []).filter { serial in
          end.inverse != nil || member.held.contains { $0.serial == serial }
        }
        let found = targets.filter { $0.modelContext != nil && !$0.isDeleted }.map(\.serial)
        try require(found == expected, "\(place()), the store to \(expected)")
      }
    }
  }

  private func isChanged(_ object: some Node, _ end: End) -> Bool {
    let properties = type(of: object).schemaMetadata
    guard let index = properties.firstIndex(where: { $0.name == end.property }) else { return true }
    return object._$state.changed.contains(PropertyIndex(index))
  }

  func checkStore() throws {
    let faults = try ModelContext(container).checkStore()
    try require(faults.isEmpty, "\(faults)")
    try witnesses.mark()
  }

  /// Requires that a save wrote what the context showed, except for conflicts that it reports.
  func checkSaved(_ member: Member, _ shown: [Int: Portrait]) throws {
    let now = try snapshot(member)
    let below = try member.parent.map { try snapshot($0) } ?? stored()
    try compare(below, now, "\(member.index) shows another thing than it has saved")
    if member.parent == nil { try checkStore() }
    let settled = Set(member.context.resolvedMergeConflicts.map(\.object))
    // The numbers of the objects that are named, however they are called before and after.
    let named = Set(
      [shown, below].flatMap { $0.filter { settled.contains($0.value.identifier) }.map(\.key) })
    for serial in Set(shown.keys).union(below.keys).subtracting(named).sorted() {
      guard let before = shown[serial], let after = below[serial] else {
        throw Broken(
          description: "\(member.index) has shown \(serial): \(shown[serial] != nil), it is saved: "
            + "\(below[serial] != nil), and no conflict names it")
      }
      try require(before.value == after.value, "the value of \(serial) wasn't saved")
      for (end, targets) in before.ends {
        let saved = after.ends[end] ?? []
        let difference = Set(targets).symmetricDifference(saved)
        try require(
          difference.isSubset(of: named),
          "\(end) of \(serial) has shown \(targets), \(saved) is saved, and no "
            + "conflict names it")
      }
    }
  }

  /// Requires that two snapshots show the same, but for the order of members.
  func compare(_ one: [Int: Portrait], _ other: [Int: Portrait], _ message: String) throws {
    for serial in Set(one.keys).union(other.keys).sorted() {
      guard let first = one[serial], let second = other[serial] else {
        throw Broken(
          description: "\(message): \(serial) is there: \(one[serial] != nil), "
            + "\(other[serial] != nil)")
      }
      try require(first.value == second.value, "\(message): the value of \(serial)")
      for (end, targets) in first.ends {
        let others = second.ends[end] ?? []
        try require(
          Set(targets) == Set(others), "\(message): \(end) of \(serial): \(targets), \(others)")
      }
    }
  }
}

extension End {
  /// The name of the property.
  var property: String {
    switch self {
    case .teamPlayers: "players"
    case .teamCoach: "coach"
    case .teamBadge: "badge"
    case .teamEmblems: "emblems"
    case .teamChildren: "children"
    case .teamParent: "parent"
    case .teamStar: "star"
    case .teamFans: "fans"
    case .playerTeam, .coachTeam, .badgeTeam: "team"
    case .playerContracts: "contracts"
    case .contractPlayer: "player"
    case .emblemTeams: "teams"
    }
  }
}
