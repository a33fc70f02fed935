import Foundation
import StrataStoreSupport
import Strata
import Testing

@Suite struct Updating {
  private let context: ModelContext
  private let pebble = Pebble(1)

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [Pebble.self, Boulder.self, Brook.self],
        configuration: .temporary))
    context.insert(pebble)
    try context.save()
  }

  @Test func writesWhatDiffers() {
    #expect(!pebble.update(\.weight, value: 1) && !context.hasChanges)
    #expect(pebble.update(\.weight, value: 2) && pebble.weight == 2 && context.hasChanges)
    #expect(pebble.update(\.name, value: "a") && !pebble.update(\.name, value: "a"))
    #expect(pebble.update(\.name, value: nil) && pebble.name == nil)
  }

  @Test func takesNilForNothingNew() {
    #expect(!pebble.updateIfAvailable(\.weight, value: nil) && pebble.weight == 1)
    #expect(pebble.updateIfAvailable(\.weight, value: 3) && pebble.weight == 3)
    #expect(pebble.updateIfAvailable(\.name, value: "a"))
    #expect(!pebble.updateIfAvailable(\.name, value: nil) && pebble.name == "a")
  }

  @Test(arguments: [
    (0, 5, 5, true), (0, 4, 5, false), (0, -5, 5, true), (0, 1, 0, true), (0, 0, 0, false),
    (0, 1, -7, true), (.min, .max, .max, true), (.max, .min, 1, true), (1, 1, .min, false),
  ]) func ofIntegersHasAMinimum(_ old: Int, _ new: Int, _ minimum: Int, _ isWritten: Bool) {
    pebble.weight = old
    #expect(pebble.update(\.weight, value: new, minimumChange: minimum) == isWritten)
    #expect(pebble.weight == (isWritten ? new : old))
  }

  @Test func ofUnsignedIntegersHasAMinimum() {
    pebble.level = 200
    #expect(!pebble.update(\.level, value: 0, minimumChange: 201))
    #expect(pebble.update(\.level, value: 0, minimumChange: 200))
    #expect(pebble.update(\.level, value: 255, minimumChange: 255))
  }

  @Test(arguments: [
    (0, 0.5, 0.5, true), (0, 0.4, 0.5, false), (0, .nan, 0.5, true), (.nan, .nan, 0, false),
    (.nan, 1, 100, true), (.infinity, .infinity, 0, false), (.infinity, -.infinity, 9, true),
    (0, 1, -3, true), (0, 1, .nan, true),
  ]) func ofRealsHasAMinimum(_ old: Double, _ new: Double, _ minimum: Double, _ isWritten: Bool) {
    pebble.size = old
    #expect(pebble.update(\.size, value: new, minimumChange: minimum) == isWritten)
    pebble.height = old
    #expect(pebble.update(\.height, value: new, minimumChange: minimum) == isWritten)
  }

  @Test func ofOthersHasAMinimum() {
    #expect(!pebble.update(\.price, value: Decimal(4) / 100, minimumChange: Decimal(5) / 100))
    #expect(pebble.update(\.price, value: Decimal(5) / 100, minimumChange: Decimal(5) / 100))
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    #expect(!pebble.update(\.found, value: day, minimumChange: 86_401))
    #expect(pebble.update(\.found, value: day, minimumChange: 86_400))
    // From nil and to nil is a change.
    #expect(pebble.update(\.cleaned, value: day, minimumChange: 1e9))
    #expect(!pebble.update(\.cleaned, value: day + 1, minimumChange: 2))
    #expect(pebble.update(\.cleaned, value: nil, minimumChange: 1e9))
    #expect(!pebble.update(\.cleaned, value: nil, minimumChange: 0))
    #expect(pebble.update(\.height, value: nil, minimumChange: 1) == false)
  }

  @Test func ofMembersAddsAndRemoves() throws {
    let brook = Brook("b")
    context.insert(brook)
    #expect(brook.add(pebble, to: \.pebbles) && !brook.add(pebble, to: \.pebbles))
    #expect(pebble.brook === brook)
    try context.save()
    #expect(brook.remove(pebble, from: \.pebbles) && !brook.remove(pebble, from: \.pebbles))
    #expect(pebble.brook == nil && !pebble.isDeleted)
  }
}

@Suite struct ChainedDescriptors {
  @Test func addUp() throws {
    let context = ModelContext(
      try ModelContainer(
        for: [Pebble.self, Boulder.self, Brook.self],
        configuration: .temporary))
    for weight in 1...20 {
      let pebble = Pebble(weight % 5)
      pebble.height = weight % 4 == 0 ? nil : Double(weight)
      context.insert(pebble)
    }
    try context.save()
    let descriptor = FetchDescriptor<Pebble>()
      .where(#Predicate { $0.weight > 1 })
      .where(#Predicate { $0.height != nil })
      .sorted(by: .descending(\.weight))
      .sorted(by: .ascending(\.height))
      .limit(5).limit(9).offset(1).offset(1)
      .prefetching(\.brook)
    #expect(descriptor.fetchLimit == 5 && descriptor.fetchOffset == 2)
    let expected = (1...20).filter { $0 % 5 > 1 && $0 % 4 != 0 }
      .sorted { ($1 % 5, $0) < ($0 % 5, $1) }.dropFirst(2).prefix(5)
    #expect(try context.fetch(descriptor).map(\.height) == expected.map { Double($0) })
  }
}
