import Strata
import Testing

@Suite struct RelationshipsWithoutANamedInverse {
  private func container(
    _ types: any PersistentModel.Type..., rule: RelationshipInference
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types),
      configurations: ModelConfiguration(
        isStoredInMemoryOnly: true, relationshipInference: rule))
  }

  @Test func areAmbiguousWhereSeveralCanBeMeant() throws {
    let ambiguous = Schema(LeagueFixture.self).ambiguousInverses
    let one = try #require(ambiguous.first)
    #expect(
      ambiguous.count == 1 && one.entity == "LeagueFixture" && one.destination == "LeagueTeam")
    #expect(one.relationships == ["homeTeam", "awayTeam"] && one.candidates == ["fixtures"])
    #expect(
      "\(one)".contains(#"@Relationship(inverse: \LeagueFixture.homeTeam) at LeagueTeam.fixtures"#))
  }

  @Test func areTakenUnpairedWhereTheyAreAmbiguous() throws {
    let schema = try container(LeagueFixture.self, rule: .unambiguous).schema
    #expect(schema.entities.flatMap(\.relationships).allSatisfy { $0.inverseName == nil })
  }

  @Test func areRefusedOnRequestWhereTheyAreAmbiguous() throws {
    #expect {
      try container(LeagueFixture.self, rule: .strict)
    } throws: { error in
      guard case .ambiguousInverses(let list)? = error as? SchemaError else { return false }
      return list.count == 1 && "\(error)".contains("inverse: nil")
    }
    _ = try container(MeterReading.self, rule: .strict)
  }

  @Test func areNotAmbiguousWhereTheSourceSaysThatThereIsNone() throws {
    #expect(Schema(TravelLeg.self).ambiguousInverses.isEmpty)
    _ = try container(TravelLeg.self, rule: .strict)
  }

  @Test func areRefusedWhereSwiftDataWouldNotPairThem() throws {
    #expect {
      try container(ToolShed.self, rule: .swiftData)
    } throws: { error in
      SwiftDataError.loadIssueModelContainer ~= error
        && "\(error)".contains(#"@Relationship(inverse: \ShedTool.shed) at ToolShed.tools"#)
    }
    _ = try container(ToolShed.self, rule: .unambiguous)
    _ = try container(MeterReading.self, LeagueFixture.self, rule: .swiftData)
  }
}
