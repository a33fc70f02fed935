import StrataModelSource
import SwiftData
import Testing

@Model private final class Trail {
  @Attribute(.unique) var code = ""
  var name: String
  var began = Date(timeIntervalSince1970: 0)
  var words = ["steep"]
  var note: String?
  @Relationship(deleteRule: .deny) var huts: [Hut] = []
  var region: Region
  init(name: String, region: Region) {
    self.name = name
    self.region = region
  }
}

@Model private final class Hut {
  var trail: Trail?
  var beds = 0
  init() {}
}

@Model private final class Region {
  init() {}
}

// As CloudKit wants it.
@Model private final class Album {
  var title = ""
  var cover: Data?
  var words: [String] = []
  @Attribute(.ephemeral) var isOpen = false
  @Relationship(deleteRule: .cascade, inverse: \Picture.album) var pictures: [Picture]? = []
  init() {}
}

@Model private final class Picture {
  var uid = UUID()
  var place: Place? = nil
  var album: Album?
  init() {}
}

@Composite private struct Place: Hashable {
  var latitude = 0.0
  var longitude = 0.0
}

@Suite struct ChecksOfClasses {
  private func findings(_ schema: Schema, forCloudKit: Bool) throws -> [String] {
    try ModelCheck(isForCloudKit: forCloudKit).findings(in: schema)
      .map { "\($0.severity.rawValue) \($0.place) \($0.rule.rawValue)" }
  }

  @Test func findInversesThatNobodyStated() throws {
    #expect(
      try findings(Schema(Trail.self), forCloudKit: false) == ["note Trail.huts unstated-inverse"])
    let note = try #require(try ModelCheck().findings(in: Schema(Trail.self)).first)
    #expect("\(note)".contains(#"write @Relationship(inverse: \Hut.trail)"#))
  }

  @Test func knowCloudKitsRules() throws {
    #expect(
      try findings(Schema(Trail.self), forCloudKit: true) == [
        "warning Trail cloudkit", "warning Trail.name cloudkit",
        "note Trail.huts unstated-inverse",
        // Required, denies deletes, and has its inverse here alone.
        "warning Trail.huts cloudkit", "warning Trail.huts cloudkit", "warning Trail.huts cloudkit",
        // Required, and without an inverse.
        "warning Trail.region cloudkit", "warning Trail.region cloudkit",
      ])
  }

  @Test func findNothingWhereClassesAreAsCloudKitWants() throws {
    #expect(try findings(Schema(Album.self), forCloudKit: true) == [])
  }

  @Test func refuseClassesThatDoNotFitTogether() {
    #expect(throws: SchemaError.self) {
      try ModelCheck().findings(in: Schema(Trail.self, OtherTrails.Trail.self))
    }
  }
}

enum OtherTrails {
  @Model final class Trail {
    init() {}
  }
}
