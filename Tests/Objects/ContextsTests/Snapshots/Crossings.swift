import Foundation
import Strata

enum SnapshotKind: String, Codable { case plain, grand }

struct SnapshotPlace: Codable, Equatable {
  var town: String
  var height = 0
}

@Composite struct SnapshotPrice: Codable, Equatable {
  var cents: Int
  var currency: String
}

@Model @Snapshot(including: "calls", "ferry", identifying: "stages", "home")
final class Crossing: CustomStringConvertible {
  @Attribute(.unique) var code: UUID
  var name: String
  var miles: Double = 12.5
  var cost: Decimal = 0
  var begin: Date
  var end: Date?
  var kind: SnapshotKind = SnapshotKind.plain
  var place: SnapshotPlace
  var price: SnapshotPrice?
  var tags: [String] = []
  var picture: Data?
  var count = 3
  var flag: String? = "blue"
  private var secret: String = "none"
  @Transient var cache = 0
  var description: String { "\(name) \(secret)" }
  @Relationship(deleteRule: .cascade, inverse: \PortCall.crossing) var calls: [PortCall] = []
  @Relationship(deleteRule: .cascade) var ferry: Ferry?
  var stages: [LandingStage] = []
  var home: LandingStage?

  init(_ name: String) {
    code = UUID()
    self.name = name
    begin = Date(timeIntervalSinceReferenceDate: 0)
    place = SnapshotPlace(town: "Ely")
  }

  func hide(_ text: String) { secret = text }
}

@Model @Snapshot final class PortCall {
  var town: String
  var hours: Int
  @Relationship var crossing: Crossing?
  init(_ town: String, hours: Int) {
    self.town = town
    self.hours = hours
  }
}

@Model @Snapshot final class Ferry {
  @Attribute(.unique) var name: String
  var tons: Int = 1
  init(_ name: String) { self.name = name }
}

@Model @Snapshot(excluding: "depth") final class LandingStage {
  var name: String
  var depth: Int
  init(_ name: String, depth: Int) {
    self.name = name
    self.depth = depth
  }
}

@Model @Snapshot final class MooringBuoy {
  let number: Int
  var color = "red"
  init(_ number: Int) { self.number = number }
}

@Model @Snapshot(including: "ferry") final class Deck {
  var name: String
  @Relationship var ferry: Ferry
  init(_ name: String, _ ferry: Ferry) {
    self.name = name
    self.ferry = ferry
  }
}

/// A tree, whose nodes may be made to contain themselves.
@Model @Snapshot(including: "sprigs") final class Sprig {
  var name: String
  @Relationship(inverse: \Sprig.parent) var sprigs: [Sprig] = []
  @Relationship var parent: Sprig?
  init(_ name: String) { self.name = name }
}
