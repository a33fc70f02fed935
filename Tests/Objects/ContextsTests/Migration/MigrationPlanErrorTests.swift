import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import Testing

@Suite struct MigrationPlanErrors {
  private let depot: Depot

  init() throws { depot = try Depot() }

  @Test(
    arguments: [
      (NoVersions.self, "it has no versions; list them in schemas"),
      (
        SameNumbers.self,
        "AlbumsV2 and OtherV2 both have the version 2.0.0; give each its own versionIdentifier"
      ),
      (
        Unordered.self,
        "AlbumsV2 has version 2.0.0 and stands before AlbumsV1, which has 1.0.0; list the oldest first"
      ),
      (
        StrangerStage.self,
        "a stage names AlbumsV3, which isn't in schemas; add it there"
      ),
      (
        BackwardStage.self,
        "a stage leads from AlbumsV2 back to AlbumsV1; stages lead to later versions"
      ),
      (TwoStages.self, "two stages begin with AlbumsV1; leave one of them out"),
    ] as [(any SchemaMigrationPlan.Type, String)])
  func sayHowAPlanContradictsItself(plan: any SchemaMigrationPlan.Type, reason: String) throws {
    let error = #expect(throws: MigrationError.self) {
      try depot.container([AlbumsV2.Album.self], plan)
    }
    #expect("\(error as Any)".contains("the migration plan \(plan): \(reason)"), "\(error as Any)")
  }

  @Test func nameTheNearestVersionOfAStoreThatIsNone() throws {
    try depot.fill(Odd.Album.self) { $0.insert(Odd.Album()) }
    let refusal = try depot.refusal(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "is no version of the migration plan AlbumsPlan; the nearest is 3.0.0, but the store has no "
          + "Album.initial, Album.name is INTEGER in the store and TEXT in the version"),
      "\(refusal.text)")
    let error = #expect(throws: MigrationError.self) {
      try depot.container([AlbumsV3.Album.self], AlbumsPlan.self)
    }
    #expect(error.map { SwiftDataError.unknownSchema ~= $0 } == true)
  }

  @Test func sayThatAStoreIsNewer() throws {
    _ = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    for (types, plan) in [
      ([AlbumsV2.Album.self], AlbumsPlan.self), ([AlbumsV1.Album.self], FirstOnly.self),
    ] as [([any PersistentModel.Type], any SchemaMigrationPlan.Type)] {
      let error = #expect(throws: MigrationError.self) { try depot.container(types, plan) }
      #expect("\(error as Any)".contains("is of version 3.0.0, and the models are of version"))
      #expect(error.map { SwiftDataError.backwardMigration ~= $0 } == true)
    }
  }

  @Test func sayThatTheModelsAreNotInThePlan() throws {
    let refusal = #expect(throws: MigrationError.self) {
      try depot.container([Odd.Album.self], AlbumsPlan.self)
    }
    #expect(
      "\(refusal as Any)".contains("the container's models are no version of the migration plan"))
    #expect("\(refusal as Any)".contains("the container has no Album.initial"))
  }

  @Test func sayThatAStoreMayNotBeWritten() throws {
    try depot.fillAlbums()
    let error = #expect(throws: MigrationError.self) {
      try depot.container([AlbumsV3.Album.self], AlbumsPlan.self, allowsSave: false)
    }
    #expect(
      "\(error as Any)".contains("is of version 1.0.0 and has to be migrated to 3.0.0"),
      "\(error as Any)")
    _ = try depot.open(AlbumsV3.Album.self, plan: AlbumsPlan.self)
    _ = try depot.container([AlbumsV3.Album.self], AlbumsPlan.self, allowsSave: false)
  }

  @Test(arguments: [WillFail.self, DidFail.self] as [any SchemaMigrationPlan.Type])
  func passOnWhatAStageThrows(plan: any SchemaMigrationPlan.Type) throws {
    try depot.fillAlbums()
    let refusal = try depot.refusal(AlbumsV2.Album.self, plan: plan)
    #expect(refusal.isUntouched)
    let part = plan == WillFail.self ? "willMigrate" : "didMigrate"
    #expect(
      refusal.text.contains(
        "can't be migrated from 1.0.0 to 2.0.0, and stays as it was: \(part): Misfortune"),
      "\(refusal.text)")
    #expect(try depot.open(AlbumsV1.Album.self).all(AlbumsV1.Album.self).count == 3)
  }

  @Test func sayWhatAStageWithoutCodeCannotDo() throws {
    try depot.fillAlbums()
    let refusal = try depot.refusal(AlbumsV3.Album.self, plan: NoCode.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "\(depot.path) can't be migrated from 2.0.0 to 3.0.0, and stays as it was: "
          + "\(depot.path) doesn't fit the models: Album.name is unique in the models, but 2 objects "
          + "have 'Winter'"),
      "\(refusal.text)")
  }
}

private struct Misfortune: Error {}

private enum OtherV2: VersionedSchema {
  static var models: [any PersistentModel.Type] { AlbumsV2.models }
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
}

private enum Odd {
  @Model final class Album {
    var name = 1
    init() {}
  }
}

private enum NoVersions: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [] }
  static var stages: [MigrationStage] { [] }
}

private enum FirstOnly: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self] }
  static var stages: [MigrationStage] { [] }
}

private enum SameNumbers: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self, AlbumsV2.self, OtherV2.self] }
  static var stages: [MigrationStage] { [] }
}

private enum Unordered: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV2.self, AlbumsV1.self] }
  static var stages: [MigrationStage] { [] }
}

private enum StrangerStage: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self, AlbumsV2.self] }
  static var stages: [MigrationStage] { [AlbumsPlan.toV3] }
}

private enum BackwardStage: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [AlbumsV1.self, AlbumsV2.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: AlbumsV2.self, toVersion: AlbumsV1.self)]
  }
}

private enum TwoStages: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { AlbumsPlan.schemas }
  static var stages: [MigrationStage] {
    [
      AlbumsPlan.toV2,
      .lightweight(fromVersion: AlbumsV1.self, toVersion: AlbumsV3.self),
    ]
  }
}

private enum WillFail: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { AlbumsPlan.schemas }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: AlbumsV1.self, toVersion: AlbumsV2.self,
        willMigrate: { context in
          try context.delete(model: AlbumsV1.Album.self)
          try context.save()
          throw Misfortune()
        }, didMigrate: nil)
    ]
  }
}

private enum DidFail: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { AlbumsPlan.schemas }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: AlbumsV1.self, toVersion: AlbumsV2.self, willMigrate: nil,
        didMigrate: { _ in throw Misfortune() })
    ]
  }
}

private enum NoCode: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { AlbumsPlan.schemas }
  static var stages: [MigrationStage] { [AlbumsPlan.toV2] }
}
