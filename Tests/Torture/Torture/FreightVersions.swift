package import Strata

/// The first version of the freight's models: a harbor is a number.
package enum FreightV1: VersionedSchema {
  package static var models: [any PersistentModel.Type] { [Load.self, ChilledLoad.self] }
  package static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  @Model package class Load {
    var serial: Int
    var mass: Int
    var harborNumber: Int

    init(_ serial: Int, mass: Int, harborNumber: Int) {
      self.serial = serial
      self.mass = mass
      self.harborNumber = harborNumber
    }
  }

  @Model package final class ChilledLoad: Load {
    var degrees = -18

    override init(_ serial: Int, mass: Int, harborNumber: Int) {
      super.init(serial, mass: mass, harborNumber: harborNumber)
    }
  }
}

/// A property is renamed, and others come.
package enum FreightV2: VersionedSchema {
  package static var models: [any PersistentModel.Type] { [Load.self, ChilledLoad.self] }
  package static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

  @Model package class Load {
    var serial: Int
    @Attribute(originalName: "mass") var weight: Int
    var harborNumber: Int
    var note: String?

    init(_ serial: Int, weight: Int, harborNumber: Int) {
      self.serial = serial
      self.weight = weight
      self.harborNumber = harborNumber
    }
  }

  @Model package final class ChilledLoad: Load {
    var degrees = -18

    override init(_ serial: Int, weight: Int, harborNumber: Int) {
      super.init(serial, weight: weight, harborNumber: harborNumber)
    }
  }
}

/// Harbors become objects, and serial numbers are unique.
package enum FreightV3: VersionedSchema {
  package static var models: [any PersistentModel.Type] {
    [Harbor.self, Load.self, ChilledLoad.self, Seal.self, Tag.self]
  }
  package static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
}

/// From the first version to the last, with a stage that is told nothing and one that does work of its own.
package enum FreightPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [FreightV1.self, FreightV2.self, FreightV3.self]
  }
  package static var stages: [MigrationStage] { [toV2, toV3] }

  private static let toV2 = MigrationStage.lightweight(
    fromVersion: FreightV1.self, toVersion: FreightV2.self)

  private static let toV3 = MigrationStage.custom(
    fromVersion: FreightV2.self, toVersion: FreightV3.self,
    willMigrate: { context in
      // Of loads with one serial number the oldest stays.
      var seen: Set<Int> = []
      for load in try context.fetch(FetchDescriptor<FreightV2.Load>())
      where !seen.insert(load.serial).inserted {
        context.delete(load)
      }
      try context.save()
    },
    didMigrate: { context in
      var harbors: [Int: Harbor] = [:]
      for load in try context.fetch(FetchDescriptor<Load>()) {
        guard let number = load.harborNumber else { continue }
        let harbor = harbors[number] ?? Harbor(number)
        harbors[number] = harbor
        load.harbor = harbor
        load.harborNumber = nil
      }
    })
}
