import Foundation
import Strata
import StrataTestSupport
import Testing

@Suite struct KeyPathPredicates {
  @Test(arguments: KeyPathCase.all)
  func meanTheSameInSwiftInMemoryAndInTheStore(_ test: KeyPathCase) throws {
    try ServerRefusal.allowed(for: test.text) { try expectTheSame(test) }
  }

  private func expectTheSame(_ test: KeyPathCase) throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random)
    let predicate = test.predicate(fleet)
    let expected = fleet.voyages.filter { test.expected($0, fleet) }.map(\.persistentModelID)
    let evaluated = try fleet.voyages.filter { try predicate.evaluate($0) }
    #expect(evaluated.map(\.persistentModelID) == expected)
    #expect(try fleet.context.fetch(FetchDescriptor(predicate: predicate)) == evaluated)
    try fleet.context.save()
    #expect(try fleet.context.fetch(FetchDescriptor(predicate: predicate)) == evaluated)
    #expect(try fleet.context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
  }

  @Test func areWrittenAsTheirTextsSay() throws {
    var folder = URL(fileURLWithPath: #filePath)
    folder.deleteLastPathComponent()
    var source = ""
    for file in ["KeyPathCases.swift", "KeyPathCases+Relationships.swift"] {
      source += try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }
    for test in KeyPathCase.all {
      // Once as a text, once as code.
      #expect(source.components(separatedBy: test.text).count >= 3, "\(test.text)")
    }
  }

  @Test func takeNoTimeToCompileInLongChains() throws {
    // Each kind of value in one chain; the compiler gives up on what it can't tell in time.
    let predicate =
      \Voyage.miles > 13 && \Voyage.name == "x" && \Voyage.nick == nil && \Voyage.speed < 1.5
      && \Voyage.weather == .calm && \Voyage.isFull == true && \Voyage.left < Date.now
      && \Voyage.captain?.age <= 100 && \Voyage.nick != "q" && \Voyage.code != UUID()
      && (\Voyage.legs).count > 3 && !(\Voyage.name).contains("z")
    var random = SeededGenerator()
    #expect(try Fleet(&random).context.fetch(FetchDescriptor(predicate: predicate)).isEmpty)
  }

  @Test func areOneListHoweverTheyAreJoined() throws {
    let one = \Voyage.miles > 3
    let three = one && \Voyage.isFull == true && Predicate(all: [one])
    let list = three.expression as? PredicateExpressions.PredicateList<Voyage>
    #expect(list?.predicates.count == 3)
    let either = (three || one).expression as? PredicateExpressions.PredicateList<Voyage>
    #expect(either?.predicates.count == 2)
  }

  @Test func ofWhatIsNotPersistedNameTheKeyPath() throws {
    var random = SeededGenerator()
    let context = try Fleet(&random, voyages: 1).context
    try context.save()
    for (predicate, words) in [
      (\Voyage.title == "x", #"\Voyage.title"#),
      (\Voyage.captain?.name.first == "x", #"\Voyage.captain?.name.<Optional<Character>>"#),
      (\Voyage.legs.capacity == 2, #"\Voyage.legs.<Int>"#),
    ] {
      let error = #expect(throws: PredicateTranslationError.self) {
        try context.fetch(FetchDescriptor(predicate: predicate))
      }
      guard case .unsupportedPredicate(let text)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(text.contains(words))
    }
  }
}

@Suite struct MemberNumbers {
  @Test func beyondInt64AreAnError() throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random, voyages: 1)
    for _ in 0..<2 {
      let leg = Leg(&random, pilot: fleet.someone)
      leg.miles = .max
      fleet.context.insert(leg)
      fleet.voyages[0].legs.append(leg)
    }
    let predicate = (\Voyage.legs).sum(\.miles, where: \Leg.miles == Int.max) > 0
    #expect(throws: PredicateTranslationError.self) { try predicate.evaluate(fleet.voyages[0]) }
    try fleet.context.save()
    #expect(throws: StorageError.self) {
      try fleet.context.fetch(FetchDescriptor(predicate: predicate))
    }
  }

  @Test func ofDecimalsAreRefused() throws {
    var random = SeededGenerator()
    let context = try Fleet(&random, voyages: 1).context
    let error = #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor(predicate: (\Voyage.legs).maximum(\.cost) > 0))
    }
    #expect("\(try #require(error))".contains(#"max of \Leg.cost"#))
  }
}
