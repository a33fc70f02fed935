import StrataStoreSupport
import Strata
import Testing

/// Both sides have changed the same relationship.
@Suite(.alsoPartlyFetched) struct RelationshipConflicts {
  /// A rope that belongs to the harbour's berth, and a second berth, in both contexts.
  private struct Moorings {
    let harbour: Harbour
    let rope: Rope
    let other: Berth
    let theirRope: Rope
    let theirOther: Berth

    init(_ policy: MergePolicy) throws {
      harbour = try Harbour(policy)
      rope = Rope(length: 3)
      other = Berth(number: 2, name: "Two")
      harbour.mine.ropes = [rope]
      harbour.first.insert(other)
      try harbour.first.save()
      theirRope = try harbour.second.existing(Rope.self, withID: TypedObjectID(rope))
      theirOther = try harbour.second.existing(Berth.self, withID: TypedObjectID(other))
    }
  }

  @Test func takeBackALinkInFavourOfTheStore() throws {
    let moorings = try Moorings(.mergeByPropertyStoreTrump)
    moorings.theirRope.berth = moorings.theirOther
    try moorings.harbour.second.save()
    moorings.rope.berth = nil
    try moorings.harbour.first.save()
    #expect(moorings.rope.berth === moorings.other)
    #expect(moorings.other.ropes.map(\.length) == [3] && moorings.harbour.mine.ropes.isEmpty)
    #expect(try moorings.harbour.stored()?.ropes.isEmpty == true)
    let faults = try ModelContext(try Harbour.open(moorings.harbour.folder)).checkStore()
    #expect(faults.isEmpty)
  }

  @Test func nameTheObjectsThatALinkLeadsTo() throws {
    let moorings = try Moorings(.error)
    moorings.theirRope.berth = moorings.theirOther
    try moorings.harbour.second.save()
    moorings.rope.berth = nil
    let conflict = try #require(try moorings.harbour.first.conflictsOfSave().first)
    let berth = try #require(conflict[property: "berth"])
    #expect(berth.mine == .object(nil) && berth.theirs == .object(moorings.other.id))
    #expect(berth.original == .object(moorings.harbour.mine.id))
  }

  @Test func takeBackAOneToOneLinkInFavourOfTheStore() throws {
    let harbour = try Harbour(.mergeByPropertyStoreTrump)
    let (mine, other) = (Boat(name: "Ada"), Boat(name: "Bea"))
    harbour.first.insert(mine)
    harbour.first.insert(other)
    try harbour.first.save()
    harbour.theirs.boat = try harbour.second.existing(Boat.self, withID: TypedObjectID(other))
    try harbour.second.save()
    harbour.mine.boat = mine
    try harbour.first.save()
    #expect(harbour.mine.boat === other && other.berth === harbour.mine && mine.berth == nil)
    #expect(try harbour.stored()?.boat?.name == "Bea")
    let faults = try ModelContext(try Harbour.open(harbour.folder)).checkStore()
    #expect(faults.isEmpty)
  }

  @Test func areNoneBetweenManyAndMany() throws {
    let moorings = try Moorings(.error)
    let boat = Boat(name: "Ada")
    moorings.harbour.first.insert(boat)
    try moorings.harbour.first.save()
    let theirs = try moorings.harbour.second.existing(Boat.self, withID: TypedObjectID(boat))
    theirs.tags.append(moorings.theirOther)
    try moorings.harbour.second.save()
    boat.tags.append(moorings.harbour.mine)
    try moorings.harbour.first.save()
    #expect(Set(boat.tags.map(\.number)) == [1, 2])
  }
}
