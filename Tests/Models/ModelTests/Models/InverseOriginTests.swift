import Strata
import Testing

@Model private final class Harbor {
  var ships: [Ship] = []
  @Relationship(inverse: \Crane.harbor) var cranes: [Crane]?
  var pilots: [Pilot]?
  init() {}
}

@Model private final class Ship {
  var harbor: Harbor?
  init() {}
}

@Model private final class Crane {
  var harbor: Harbor?
  init() {}
}

@Model private final class Pilot {
  var harbor: Harbor?
  init() {}
}

@Suite struct InverseOrigins {
  @Test(arguments: [
    ("ships", Schema.Relationship.InverseOrigin.inferredBeyondSwiftData),
    ("cranes", .explicit), ("pilots", .inferred),
  ])
  func areToldByTheSchema(
    name: String, expected: Schema.Relationship.InverseOrigin
  ) throws {
    let entity = try #require(Schema(Harbor.self).entitiesByName["Harbor"])
    let relationship = try #require(entity.relationships.first { $0.name == name })
    #expect(relationship.inverseOrigin == expected)
    #expect(relationship.inverseName == "harbor")
  }
}
