import Strata

enum TripsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var title: String
    var days: Int?
    init(title: String) { self.title = title }
  }
}

enum TripsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    @Attribute(originalName: "title") var name: String
    var days = 1
    init(name: String) { self.name = name }
  }
}

enum TripsV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    var hours = 0.0
    init(name: String) { self.name = name }
  }
}

enum TripsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
  static var stages: [MigrationStage] { [toV2, toV3] }

  static let toV2 = MigrationStage.lightweight(
    fromVersion: TripsV1.self, toVersion: TripsV2.self)

  static let toV3 = MigrationStage.custom(
    fromVersion: TripsV2.self, toVersion: TripsV3.self,
    willMigrate: { context in
      var seen: Set<String> = []
      for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) {
        if !seen.insert(trip.name).inserted { trip.name += " (\(trip.days) days)" }
      }
    },
    didMigrate: { context in
      for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.hours = 24 }
    })
}
