import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Deleted by a date. Its planks are deleted with it, and its guards keep it from being deleted.
@Model final class MixedCrate {
  @Attribute(.deletedAt) var deleted: Date?
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \MixedPlank.crate) var planks: [MixedPlank] = []
  @Relationship(deleteRule: .deny, inverse: \MixedPlank.guarded) var guards: [MixedPlank] = []
  @Relationship(deleteRule: .cascade, inverse: \MixedCrate.outer) var inner: [MixedCrate] = []
  var outer: MixedCrate?
  init(_ name: String) { self.name = name }
}

/// Deleted for good.
@Model class MixedPlank {
  var name: String
  var crate: MixedCrate?
  var guarded: MixedCrate?
  var beam: MixedBeam?
  init(_ name: String) { self.name = name }
}

/// Deleted by a date.
@Model final class MixedBeam: MixedPlank {
  @Attribute(.deletedAt) var deleted: Date?
  @Relationship(deleteRule: .deny, inverse: \MixedPlank.beam) var parts: [MixedPlank] = []
  override init(_ name: String) { super.init(name) }
}

/// Deletions by a date among objects that are deleted for good, one by one and as a batch.
@Suite struct MixedDeletions {
  private let depot: Depot
  private let context: ModelContext

  init() throws {
    depot = try Depot()
    context = ModelContext(
      try depot.container([MixedCrate.self, MixedPlank.self, MixedBeam.self]))
  }

  private func crate(_ name: String = "crate") throws -> MixedCrate {
    let crate = MixedCrate(name)
    context.insert(crate)
    return crate
  }

  private func delete(_ crate: MixedCrate, byBatch: Bool) throws {
    if byBatch {
      try context.batchDelete(MixedCrate.self, where: nil)
    } else {
      context.delete(crate)
      try context.save()
    }
  }

  private func expectDenied(_ crate: MixedCrate, _ byBatch: Bool) throws {
    try context.save()
    #expect(
      throws: StackError.deleteDenied(
        object: crate.persistentModelID, property: "guards", count: 1)
    ) { try delete(crate, byBatch: byBatch) }
    context.rollback()
    #expect(crate.deleted == nil)
  }

  @Test(arguments: [false, true])
  func areDeniedByObjectsOfAClassWithoutADate(byBatch: Bool) throws {
    let crate = try crate()
    crate.guards = [MixedPlank("guard")]
    try expectDenied(crate, byBatch)
  }

  @Test(arguments: [false, true])
  func areNotDeniedByDeletedObjectsOfASubclass(byBatch: Bool) throws {
    let crate = try crate()
    let beam = MixedBeam("guard")
    crate.guards = [beam]
    try expectDenied(crate, byBatch)
    context.delete(beam)
    try context.save()
    try delete(crate, byBatch: byBatch)
    #expect(crate.deleted != nil)
  }

  @Test(arguments: [false, true])
  func areDeniedByAMemberThatStays(byBatch: Bool) throws {
    let crate = try crate()
    let plank = MixedPlank("plank")
    crate.planks = [plank, MixedBeam("beam")]
    crate.guards = [plank]
    try expectDenied(crate, byBatch)
  }

  @Test(arguments: [false, true])
  func areNotDeniedByAMemberThatIsDeletedWithThem(byBatch: Bool) throws {
    let crate = try crate()
    let beam = MixedBeam("beam")
    crate.planks = [beam, MixedPlank("plank")]
    crate.guards = [beam]
    try context.save()
    try delete(crate, byBatch: byBatch)
    #expect(crate.deleted != nil && beam.deleted == crate.deleted)
    #expect(try context.fetch(FetchDescriptor<MixedPlank>()).map(\.name) == ["plank"])
  }

  @Test(arguments: [false, true])
  func leaveWhatWasDeletedEarlierAlone(byBatch: Bool) throws {
    let (crate, inner) = (try crate(), try crate("inner"))
    crate.inner = [inner]
    try context.save()
    context.delete(inner)
    try context.save()
    let earlier = inner.deleted
    // It keeps the earlier one from a purge alone.
    inner.guards = [MixedPlank("guard")]
    try context.save()
    try delete(crate, byBatch: byBatch)
    #expect(crate.deleted != nil && inner.deleted == earlier)
  }

  @Test(arguments: [false, true])
  func areNotDeniedByWhatIsDeletedForGoodWithThem(byBatch: Bool) throws {
    let beam = MixedBeam("beam")
    context.insert(beam)
    beam.parts = [MixedPlank("part")]
    try context.save()
    if byBatch {
      #expect(try context.batchDelete(MixedPlank.self, where: nil) == 2)
    } else {
      for part in beam.parts { context.delete(part) }
      context.delete(beam)
      try context.save()
    }
    #expect(beam.deleted != nil)
    #expect(try context.fetchCount(FetchDescriptor<MixedPlank>().includingDeleted()) == 1)
  }
}
