package import Strata

/// Models of the tortured programs: relationships of each kind, a subclass, delete rules, unique
/// values.
@Model package final class Harbor {
  @Attribute(.unique) package var serial: Int
  @Relationship(deleteRule: .cascade, inverse: \Load.harbor) package var loads: [Load] = []

  package init(_ serial: Int) { self.serial = serial }
}

@Model package class Load {
  @Attribute(.unique, .preserveValueOnDeletion) package var serial: Int
  package var weight: Int
  package var note: String?
  /// The property that the third version replaces by `harbor`.
  package var harborNumber: Int?
  package var harbor: Harbor?
  @Relationship(deleteRule: .cascade, inverse: \Seal.load) package var seal: Seal?
  package var tags: [Tag] = []

  package init(_ serial: Int, weight: Int) {
    self.serial = serial
    self.weight = weight
  }
}

@Model package final class ChilledLoad: Load {
  package var degrees = -18

  package override init(_ serial: Int, weight: Int) { super.init(serial, weight: weight) }
}

@Model package final class Seal {
  @Attribute(.unique) package var serial: Int
  package var load: Load?

  package init(_ serial: Int) { self.serial = serial }
}

@Model package final class Tag {
  @Attribute(.unique) package var serial: Int
  @Relationship(inverse: \Load.tags) package var loads: [Load] = []

  package init(_ serial: Int) { self.serial = serial }
}
