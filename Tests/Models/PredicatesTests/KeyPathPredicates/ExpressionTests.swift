import Foundation
import Strata
import StrataQuery
import StrataTestSupport
import Testing

/// The nodes that a macro writes, put together by hand.
@Suite struct PredicateNodes {
  private typealias Build = PredicateExpressions

  private static func name(
    _ root: PredicateExpressions.Variable<Voyage>
  ) -> PredicateExpressions.KeyPath<PredicateExpressions.Variable<Voyage>, String> {
    PredicateExpressions.build_KeyPath(root: root, keyPath: \.name)
  }

  private func check(_ predicate: Predicate<Voyage>, _ expected: (Voyage) -> Bool) throws {
    var random = SeededGenerator()
    let fleet = try Fleet(&random)
    let matching = fleet.voyages.filter(expected)
    #expect(try fleet.voyages.filter { try predicate.evaluate($0) } == matching)
    try fleet.context.save()
    #expect(try fleet.context.fetch(FetchDescriptor(predicate: predicate)) == matching)
  }

  @Test func findBeginningsAndEndsOfTexts() throws {
    try check(Predicate { Build.build_hasPrefix(Self.name($0), Build.build_Arg("a")) }) {
      $0.name.hasPrefix("a")
    }
    try check(Predicate { Build.build_hasSuffix(Self.name($0), Build.build_Arg("B")) }) {
      $0.name.hasSuffix("B")
    }
  }

  @Test func overlookCase() throws {
    try check(
      Predicate {
        Build.build_localizedCaseInsensitiveContains(Self.name($0), Build.build_Arg("ab"))
      }
    ) { $0.name.lowercased().contains("ab") }
    try check(
      Predicate { Build.build_caseInsensitiveEqual(Self.name($0), Build.build_Arg("É")) }
    ) { $0.name.lowercased() == "é" }
  }

  @Test func overlookMarks() throws {
    try check(
      Predicate { Build.build_localizedStandardContains(Self.name($0), Build.build_Arg("E")) }
    ) { $0.name.lowercased().contains("é") }
  }

  @Test func turnTextsIntoOneCase() throws {
    try check(
      Predicate {
        Build.build_Equal(
          lhs: Build.build_lowercased(Self.name($0)), rhs: Build.build_Arg("éa"))
      }
    ) { $0.name.lowercased() == "éa" }
    try check(
      Predicate {
        Build.build_Equal(lhs: Build.build_uppercased(Self.name($0)), rhs: Build.build_Arg("A"))
      }
    ) { $0.name.uppercased() == "A" }
  }

  @Test func askOtherPredicates() throws {
    let other = #Predicate<Sailor> { $0.isMaster }
    try check(
      Predicate { root in
        let crew = Build.build_KeyPath(root: root, keyPath: \Voyage.legs)
        return Build.build_contains(crew) {
          Build.build_evaluate(other, Build.build_KeyPath(root: $0, keyPath: \Leg.pilot))
        }
      }
    ) { $0.legs.contains { $0.pilot.isMaster } }
    let full = #Predicate<Voyage> { $0.isFull }
    try check(
      Predicate {
        Build.build_Negation(
          Build.build_Disjunction(
            lhs: Build.build_evaluate(full, Build.build_Arg($0)),
            rhs: Build.build_evaluate(full, Build.build_Arg($0))))
      }
    ) { !$0.isFull }
  }

  @Test func areArchivedWhereTheirPartsAre() throws {
    typealias Texts = PredicateExpressions.StringComparison<
      PredicateExpressions.Value<String>, PredicateExpressions.Value<String>
    >
    let node = Texts(
      root: Build.build_Arg("Abc"), .endsWith, other: Build.build_Arg("BC"),
      options: .caseInsensitive)
    let copy = try JSONDecoder().decode(Texts.self, from: try JSONEncoder().encode(node))
    #expect(copy.comparison == .endsWith)
    #expect(copy.options == .caseInsensitive)
    #expect(try copy.evaluate(PredicateBindings()))
  }

  @Test func sayThatTheyCannotBeArchived() throws {
    let node = PredicateExpressions.Captured(3)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(node) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PredicateExpressions.Captured<Int>.self, from: Data("3".utf8))
    }
  }
}
