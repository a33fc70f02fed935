import Foundation
import Strata
import StrataQuery
import StrataTestSupport
import Testing

@Suite struct Sorting {
  @Test(arguments: SortCase.all)
  func isTheSameInSwiftInMemoryAndInTheStore(_ test: SortCase) throws {
    try ServerRefusal.allowed(for: test.text) { try expectTheSame(test) }
  }

  private func expectTheSame(_ test: SortCase) throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 80)
    let descriptor = FetchDescriptor(sortBy: test.keys())
    let expected = test.sorted(fleet.voyages)
    #expect(try fleet.context.fetch(descriptor) == expected)
    try fleet.context.save()
    #expect(try fleet.context.fetch(descriptor) == expected)
    #expect(fleet.voyages.sorted(using: test.keys()) == expected)
  }

  @Test(arguments: SortCase.all)
  func putsUnsavedObjectsAtTheirPlaces(_ test: SortCase) throws {
    try ServerRefusal.allowed(for: test.text) { try expectUnsavedAtTheirPlaces(test) }
  }

  private func expectUnsavedAtTheirPlaces(_ test: SortCase) throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 80)
    let expected = test.sorted(try fleet.mixed(&random))
    var descriptor = FetchDescriptor(sortBy: test.keys())
    #expect(try fleet.context.fetch(descriptor) == expected)
    descriptor.fetchOffset = 7
    descriptor.fetchLimit = 30
    #expect(try fleet.context.fetch(descriptor) == Array(expected.dropFirst(7).prefix(30)))
  }

  @Test func areWrittenAsTheirTextsSay() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("SortCase.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    for test in SortCase.all {
      #expect(source.components(separatedBy: test.text).count >= 3, "\(test.text)")
    }
  }

  @Test func turnsRoundWithTheDescriptor() throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random)
    try fleet.context.save()
    var key = SortDescriptor(\Voyage.guests, nils: .last)
    key.order = .reverse
    let found = try fleet.context.fetch(FetchDescriptor(sortBy: [key]))
    // Foundation on Linux goes on comparing as before when a descriptor is turned round.
    let expected = SortDescriptor(\Voyage.guests, order: .reverse, nils: .first)
    #expect(found == fleet.voyages.sorted(using: expected))
  }

  @Test func keysAreEqualThatSortAlike() {
    #expect(
      SortDescriptor(\Voyage.name, comparator: .localizedStandard)
        == SortDescriptor(\Voyage.name, comparator: .localizedStandard))
    #expect(
      SortDescriptor(\Voyage.name, comparator: .localizedStandard)
        != SortDescriptor(\Voyage.name, comparator: .localized))
    #expect(SortDescriptor(\Voyage.isFull) != SortDescriptor(\Voyage.wasLate))
  }

  @Test func countsNumbersWithinTexts() throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 4)
    for (voyage, name) in zip(fleet.voyages, ["Item 10", "item 9", "Ítem 9", "Item 9"]) {
      voyage.name = name
    }
    try fleet.context.save()
    let names = try fleet.context.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\Voyage.name, comparator: .localizedStandard)])
    ).map(\.name)
    #expect(names == ["item 9", "Item 9", "Ítem 9", "Item 10"])
  }

  @Test func byWhatIsNotPersistedNamesTheKeyPath() throws {
    var random = SeededGenerator()
    let context = try Fleet(&random, voyages: 1).context
    for (key, words) in [
      (SortDescriptor(\Voyage.title), #"\Voyage.title"#),
      (SortDescriptor(\Voyage.legs.endIndex), #"\Voyage.legs.<Int>"#),
      (SortDescriptor(\Voyage.captain?.name.hashValue), #"\Voyage.captain?.name.<Int>?"#),
    ] {
      #expect(throws: PredicateTranslationError.unsupportedSortDescriptor(words)) {
        try context.fetch(FetchDescriptor(sortBy: [key]))
      }
    }
  }
}
