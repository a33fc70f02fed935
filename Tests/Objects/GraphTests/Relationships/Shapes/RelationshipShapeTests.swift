import Strata
import StrataSchema
import Testing

@Suite struct RelationshipShapes {
  private func container(
    _ shape: RelationshipShape, _ rule: RelationshipInference = .unambiguous
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(shape.types),
      configurations: ModelConfiguration(
        isStoredInMemoryOnly: true, relationshipInference: rule))
  }

  @Test(arguments: RelationshipShape.all)
  func arePaired(_ shape: RelationshipShape) {
    let relationships = Schema(shape.types).entities.flatMap(\.relationships)
    #expect(relationships.map(\.inverseName) == ["left", "right"])
    #expect(relationships.map(\.inverseOrigin) == [shape.origin, shape.origin])
  }

  @Test(arguments: RelationshipShape.all, [true, false])
  func agreeAtBothEnds(_ shape: RelationshipShape, fromLeft: Bool) throws {
    let context = ModelContext(try container(shape))
    let isTrueAtOnce = shape.relate(context, fromLeft)
    #expect(isTrueAtOnce)
    try context.save()
    #expect(try shape.isKept(context))
    #expect(try shape.isKept(ModelContext(context.container)))
  }

  @Test(arguments: RelationshipShape.all, [RelationshipInference.unambiguous, .strict])
  func areTakenWhereOneInverseCanBeMeant(
    _ shape: RelationshipShape, rule: RelationshipInference
  ) throws {
    _ = try container(shape, rule)
  }

  @Test(arguments: RelationshipShape.all)
  func areRefusedBySwiftDatasRulesWhereItWouldNotPairThem(_ shape: RelationshipShape) throws {
    var refused: [Schema.UnstatedInverse] = []
    do {
      _ = try container(shape, .swiftData)
    } catch SchemaError.inversesBeyondSwiftData(let inverses) {
      refused = inverses
    }
    #expect(refused.count == (shape.origin == .inferredBeyondSwiftData ? 1 : 0))
  }

  @Test(arguments: RelationshipShape.all)
  func areReportedWhereNobodyStatedTheInverse(_ shape: RelationshipShape) {
    let inverses = Schema(shape.types).inferredInverses
    #expect(inverses.count == (shape.origin == .explicit ? 0 : 1))
    // The end to write it at is the one to many, where there is one.
    #expect(inverses.allSatisfy { $0.entity == "Left" && $0.inverse == "left" })
  }
}
