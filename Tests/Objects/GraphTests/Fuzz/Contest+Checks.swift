import StrataModelSupport
import Strata
import StrataSchema
import StrataTestSupport
import Testing

extension Contest {
  /// An object as a context shows it.
  struct Portrait: Equatable {
    let kind: Kind
    let value: Int
    var ends: [End: [Int]]
  }

  /// The objects of a new context.
  func snapshot() throws -> [Int: Portrait] {
    try snapshot(ModelContext(try World.open(folder)))
  }

  func snapshot(_ context: ModelContext) throws -> [Int: Portrait] {
    var found: [Int: Portrait] = [:]
    func take<Model: FuzzModel>(_ type: Model.Type, _ kind: Kind) throws {
      for object in try context.fetch(FetchDescriptor<Model>()) {
        var portrait = Portrait(kind: kind, value: object.value, ends: [:])
        for end in End.of(kind) { portrait.ends[end] = object.targets(end).map(\.serial) }
        found[object.serial] = portrait
      }
    }
    for kind in Kind.allCases { try take(kind.type, kind) }
    return found
  }

  /// Compares all objects of a side that has merged with those of a new context, with the side's own
  /// changes put on top.
  func check(_ side: Side) throws {
    let fresh = try snapshot()
    let held = side.objects
    try side.fetchAll()
    let new = Set(side.context.insertedModelsArray.map { ObjectIdentifier($0) })
    let deleted = Set(side.context.deletedModelsArray.compactMap { ($0 as? any FuzzModel)?.serial })
    let stored = side.objects.filter { !new.contains(ObjectIdentifier($0)) }
    try #require(
      stored.map(\.serial).sorted() == fresh.keys.filter { !deleted.contains($0) }.sorted(),
      "\(side.name) has other objects\n\(trace)")
    let present = Set(side.objects.map(\.serial))
    // A link goes with the object that another context has deleted, and doesn't come back with it.
    side.links = side.links.filter { link, _ in
      [link.from, link.to].allSatisfy { fresh[$0] != nil || present.contains($0) }
    }
    for object in side.objects {
      try check(object, side, new.contains(ObjectIdentifier(object)) ? nil : fresh, present)
    }
    // What was released before is so again.
    let kept = Set(held.map { ObjectIdentifier($0) })
    if random.chance(1, in: 2) {
      side.objects.removeAll { !kept.contains(ObjectIdentifier($0)) && random.chance(1, in: 2) }
    }
  }

  private func check(
    _ object: any FuzzModel, _ side: Side, _ fresh: [Int: Portrait]?, _ present: Set<Int>
  ) throws {
    guard let kind = Kind.allCases.first(where: { $0.type == type(of: object) }) else { return }
    let portrait = fresh?[object.serial]
    if let portrait, !isChanged(object, "value") {
      try #require(object.value == portrait.value, "value of \(object.serial)\n\(trace)")
    }
    for end in End.of(kind) {
      let targets = object.targets(end)
      // One that must lead somewhere may have lost what it led to; the save says so.
      if end.isRequired, targets.allSatisfy({ $0.modelContext == nil || $0.isDeleted }) { continue }
      let serials = targets.map(\.serial)
      let place = "\(side.name): \(end) of \(object.serial) leads to \(serials)"
      try #require(Set(serials).count == serials.count, "\(place), twice\n\(trace)")
      if let inverse = end.inverse {
        for target in targets {
          try #require(
            target.modelContext === side.context && !target.isDeleted,
            "\(place), \(target.serial) is gone\n\(trace)")
          try #require(
            target.targets(inverse).contains { $0 === object },
            "\(place), \(inverse) of \(target.serial) to \(target.targets(inverse).map(\.serial))\n\(trace)"
          )
        }
      }
      let found = Set(targets.filter { !$0.isDeleted && $0.modelContext != nil }.map(\.serial))
      if let expected = expected(object, end, portrait, side) {
        try #require(
          found == expected.intersection(present),
          "\(place), not \(expected.intersection(present).sorted())\n\(trace)")
      }
    }
  }

  // What is known without a look at the other ends; they are compared with each other.
  private func expected(
    _ object: any FuzzModel, _ end: End, _ portrait: Portrait?, _ side: Side
  ) -> Set<Int>? {
    if end.isToOne {
      guard let portrait, !isChanged(object, "\(end.property)") else { return nil }
      return Set(portrait.ends[end] ?? [])
    }
    guard end.inverse?.isToOne != true else { return nil }
    var expected = Set(portrait?.ends[end] ?? [])
    for (link, isLinked) in side.links {
      let backward = !end.isCanonical ? end.inverse : nil
      guard link.end == backward ?? end else { continue }
      let (near, far) = backward == nil ? (link.from, link.to) : (link.to, link.from)
      guard near == object.serial else { continue }
      if isLinked { expected.insert(far) } else { expected.remove(far) }
    }
    return expected
  }

  private func isChanged(_ object: some FuzzModel, _ property: String) -> Bool {
    let properties = type(of: object).schemaMetadata
    guard let index = properties.firstIndex(where: { $0.name == property }) else { return true }
    return object._$state.changed.contains(PropertyIndex(index))
  }
}

extension End {
  /// The name of the property.
  var property: String {
    switch self {
    case .parcelCrate, .labelCrate, .ticketCrate: "crate"
    case .crateLabel, .noteLabel: "label"
    case .crateParent: "parent"
    case .crateFavorite: "favorite"
    case .crateParcels: "parcels"
    case .crateMarks: "marks"
    case .crateChildren: "children"
    case .crateTickets: "tickets"
    case .crateSeen: "seen"
    case .markRelated: "related"
    case .markCrates: "crates"
    case .labelNotes: "notes"
    }
  }
}
