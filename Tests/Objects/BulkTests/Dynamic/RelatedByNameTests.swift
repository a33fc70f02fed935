import StrataStoreSupport
import Strata
import Testing

@Model private final class Walk {
  var name: String
  @Relationship(inverse: \Peak.walks) var peaks: [Peak] = []
  @Relationship(deleteRule: .cascade, inverse: \Stage.walk) var stages: [Stage]?

  init(name: String) { self.name = name }
}

@Model private final class Peak {
  var walks: [Walk] = []

  init() {}
}

@Model private final class Stage {
  var walk: Walk?

  init() {}
}

/// Relationships whose objects are set without their types.
@Suite struct RelatedByName {
  private let container: ModelContainer
  private let context: ModelContext
  private let walk = Walk(name: "ridge")

  init() throws {
    container = try ModelContainer(
      for: Walk.self, Peak.self, Stage.self,
      configurations: .temporary)
    context = ModelContext(container)
    context.insert(walk)
  }

  @Test func keepBothEndsInOrder() throws {
    let peaks = (0..<3).map { _ in Peak() }
    try walk.setRelated([peaks[2], peaks[0], peaks[2]], forKey: "peaks")
    #expect(
      walk.peaks.map(ObjectIdentifier.init) == [peaks[2], peaks[0]].map(ObjectIdentifier.init))
    #expect(peaks[0].walks.first === walk && peaks[1].walks.isEmpty)
    try context.save()
    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<Walk>()).first)
    #expect(found.peaks.map(\.persistentModelID) == walk.peaks.map(\.persistentModelID))
    try found.setRelated([found.peaks[1]], forKey: "peaks")
    try other.save()
    _ = try context.fetchCount(FetchDescriptor<Walk>())
    #expect(walk.peaks.map(ObjectIdentifier.init) == [ObjectIdentifier(peaks[0])])
    #expect(peaks[2].walks.isEmpty)
  }

  @Test func mayBeEmptied() throws {
    let stages = [Stage(), Stage()]
    try walk.setRelated(stages, forKey: "stages")
    #expect(walk.stages?.count == 2 && stages.allSatisfy { $0.walk === walk })
    try walk.setRelated([], forKey: "stages")
    #expect(walk.stages?.isEmpty == true && stages.allSatisfy { $0.walk == nil })
  }

  @Test func areOfTheirClassAlone() throws {
    let peak = Peak()
    try walk.setRelated([peak], forKey: "peaks")
    #expect(throws: ModelError.self) { try walk.setRelated([peak, Stage()], forKey: "peaks") }
    #expect(walk.peaks.count == 1)
    #expect(throws: ModelError.unknownProperty(entity: "Stage", property: "walk")) {
      try Stage().setRelated([walk], forKey: "walk")
    }
    #expect(throws: ModelError.unknownProperty(entity: "Walk", property: "name")) {
      try walk.setRelated([walk], forKey: "name")
    }
  }
}
