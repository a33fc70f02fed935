import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

extension World {
  /// Compares one end of a relationship of one object with the oracle.
  func check(_ serial: Int, _ end: End) throws {
    let object = try object(serial)
    let found = object.targets(end).filter { isThere($0, from: object) }.map(\.serial)
    let expected = oracle.targets(serial, end)
    try #require(
      found.sorted() == expected.sorted(),
      "\(end) of \(serial) leads to \(found), not \(expected)\n\(trace)")
  }

  // A link without a way back still leads to an object that was deleted.
  private func isThere(_ target: any FuzzModel, from owner: any FuzzModel) -> Bool {
    guard !target.isDeleted else { return false }
    return oracle.things[target.serial] != nil
  }

  func check(_ serial: Int) throws {
    guard let thing = oracle.things[serial] else { return }
    let object = try object(serial)
    try #require(object.serial == serial, "\(trace)")
    try #require(object.value == thing.value, "value of \(serial)\n\(trace)")
    try #require((object.modelContext === context) == thing.isManaged, "\(serial)\n\(trace)")
    for end in End.of(thing.kind) { try check(serial, end) }
  }

  func checkAll() throws {
    for serial in oracle.things.keys.sorted() { try check(serial) }
  }

  /// Compares the whole store, read anew, with what was saved last.
  func checkStore(isOrdered: Bool) throws {
    let reading = ModelContext(try Self.open(folder))
    for kind in Kind.allCases {
      func compare<Model: FuzzModel>(_ type: Model.Type) throws {
        let found = try reading.fetch(FetchDescriptor<Model>())
        try #require(found.map(\.serial).sorted() == saved.serials(kind), "\(kind)\n\(trace)")
        for object in found {
          try #require(object.value == saved.things[object.serial]?.value, "\(trace)")
          try #require(object.persistentModelID == identifiers[object.serial], "\(trace)")
          for end in End.of(kind) {
            let links = object.targets(end).map(\.serial)
            let expected = saved.targets(object.serial, end)
            try #require(
              isOrdered ? links == expected : links.sorted() == expected.sorted(),
              "stored \(end) of \(object.serial) leads to \(links), not \(expected)\n\(trace)")
          }
        }
      }
      try compare(kind.type)
    }
    // A to-one link without a way back keeps leading to what was deleted.
    let faults = try reading.checkStore()
    try #require(faults.isEmpty, "\(faults)\n\(trace)")
    let lost = try witnesses.faults()
    try #require(lost.isEmpty, "\(lost)\n\(trace)")
    let numbers = try reading.historyEntries().map(\.number)
    try #require(numbers == Array(1..<Int64(saveCount + 1)), "\(numbers) \(saveCount)\n\(trace)")
  }

  /// Compares a fetch of one class with a plain filter.
  func checkFetch() throws {
    guard let kind = pick(Kind.allCases) else { return }
    let least = number(0..<12)
    let isReversed = random.chance(1, in: 2)
    let limit = random.chance(1, in: 2) ? number(0..<8) : nil
    let offset = random.chance(1, in: 2) ? number(0..<5) : nil
    var expected = oracle.things.filter {
      $0.value.isManaged && $0.value.kind == kind && $0.value.value >= least
    }.map { (serial: $0.key, value: $0.value.value) }
    expected.sort { lhs, rhs in
      let isInOrder = (lhs.value, lhs.serial) < (rhs.value, rhs.serial)
      return isReversed ? !isInOrder : isInOrder
    }
    let serials = Array(
      expected.map(\.serial).dropFirst(offset ?? 0).prefix(limit ?? Int.max))
    func compare<Model: FuzzModel>(_ type: Model.Type) throws {
      var descriptor = type.query(least, isReversed ? .reverse : .forward)
      descriptor.fetchLimit = limit
      descriptor.fetchOffset = offset
      let found = try context.fetch(descriptor)
      try #require(found.map(\.serial) == serials, "fetch of \(kind)\n\(trace)")
      try #require(try context.fetchCount(descriptor) == serials.count, "count\n\(trace)")
      for object in found { objects[object.serial] = object }
    }
    try compare(kind.type)
  }

  /// How to repeat a failure, and what led to it; `STRATA_FUZZ_TRACE` says how many steps.
  var trace: String {
    let count = ProcessInfo.processInfo.environment["STRATA_FUZZ_TRACE"].flatMap { Int($0) } ?? 60
    return "STRATA_TEST_SEED=\(random.seed), step \(steps.count)\n"
      + steps.suffix(count).joined(separator: "\n")
  }
}
