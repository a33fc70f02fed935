import Foundation
import Strata

@Model @Snapshot(including: "legs", "camp", identifying: "guide", "helpers") final class Safari {
  @Attribute(.unique) var code: String
  var title: String
  var tenant: String = "a"
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date?
  @Relationship(deleteRule: .cascade, inverse: \SafariLeg.safari) var legs: [SafariLeg] = []
  @Relationship(deleteRule: .cascade) var camp: SafariCamp?
  var guide: SafariGuide?
  @Relationship var helpers: [SafariGuide] = []

  init(_ code: String, _ title: String, tenant: String = "a") {
    self.code = code
    self.title = title
    self.tenant = tenant
  }
}

@Model @Snapshot final class SafariLeg {
  @Attribute(.unique) var slug: String
  @Attribute(.unique) var serial: Int?
  var place: String
  @Attribute(.deletedAt) var deleted: Date?
  @Relationship var safari: Safari?

  init(_ slug: String, _ place: String, serial: Int? = nil) {
    self.slug = slug
    self.place = place
    self.serial = serial
  }
}

@Model @Snapshot final class SafariCamp {
  var name: String
  @Attribute(.deletedAt) var deleted: Date?

  init(_ name: String) { self.name = name }
}

@Model final class SafariGuide {
  var name: String
  var tenant: String
  @Attribute(.deletedAt) var deleted: Date?

  init(_ name: String, tenant: String = "a") {
    self.name = name
    self.tenant = tenant
  }
}

/// A line whose stops outlive it, and are known by two values together.
@Model @Snapshot(including: "stops") final class SafariLine {
  var name: String
  @Relationship(inverse: \SafariStop.owner) var stops: [SafariStop] = []

  init(_ name: String) { self.name = name }
}

@Model @Snapshot final class SafariStop {
  #Unique<SafariStop>([\.line, \.number])
  var line: String
  var number: Int
  var name: String
  @Relationship var owner: SafariLine?

  init(_ line: String, _ number: Int, _ name: String) {
    self.line = line
    self.number = number
    self.name = name
  }
}
