import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What a client's snapshot can change: the object that it is applied to, and that object's own members.
@Suite struct SnapshotReach {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Safari.self, SafariLeg.self, SafariCamp.self, SafariGuide.self, SafariLine.self,
      SafariStop.self, configurations: ModelConfiguration(url: folder.store()))
    let first = ModelContext(container)
    for tenant in ["a", "b"] {
      let safari = Safari(tenant.uppercased(), "of \(tenant)", tenant: tenant)
      first.insert(safari)
      safari.legs = [SafariLeg("\(tenant)1", "Rye"), SafariLeg("\(tenant)2", "Ely")]
      first.insert(SafariGuide("guide of \(tenant)", tenant: tenant))
    }
    try first.save()
    context = ModelContext(container)
  }

  private func safari(_ code: String, in context: ModelContext? = nil) throws -> Safari {
    try #require(
      try (context ?? self.context).fetch(
        FetchDescriptor<Safari>(predicate: #Predicate { $0.code == code })
      ).first)
  }

  private func guide(_ tenant: String) throws -> SafariGuide {
    try #require(
      try context.fetch(
        FetchDescriptor<SafariGuide>(predicate: #Predicate { $0.tenant == tenant })
      ).first)
  }

  private func patch(_ safari: Safari, _ json: String) throws {
    try safari.apply(safari.snapshot.updated(from: Data(json.utf8)))
  }

  /// What the store has, for comparisons.
  private func stored() throws -> [String] {
    let other = ModelContext(container)
    return try other.fetch(FetchDescriptor<Safari>(sortBy: [SortDescriptor(\.code)])).map {
      safari in
      let legs = safari.legs.map { "\($0.slug) \($0.place)\($0.deleted == nil ? "" : " deleted")" }
      return "\(safari.code) \(safari.title) \(safari.tenant) \(legs.sorted())"
    }
  }

  /// Checks that a save refuses the value of an object that another one has, and changes nothing.
  private func expectRefusal(
    _ object: String, _ properties: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try stored()
    let error = #expect(throws: StackError.self, sourceLocation: sourceLocation) {
      try context.save()
    }
    guard case .notUnique(let conflict) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(conflict.existing.entityName == object, sourceLocation: sourceLocation)
    #expect(conflict.properties == properties, sourceLocation: sourceLocation)
    context.rollback()
    #expect(try stored() == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: [UniqueConflictPolicy.upsert, .ignore, .error])
  func excludesOthersMembers(_ policy: UniqueConflictPolicy) throws {
    context.uniqueConflictPolicy = policy
    try patch(
      try safari("A"), #"{"legs": [{"slug": "a1", "place": "Rye"}, {"slug": "b1", "place": "x"}]}"#)
    try expectRefusal("SafariLeg", ["slug"])
  }

  @Test func excludesOthersObjects() throws {
    let posted = try JSONDecoder().decode(
      Safari.Snapshot.self, from: Data(#"{"code": "B", "title": "mine"}"#.utf8))
    try Safari(posted, in: context)
    try expectRefusal("Safari", ["code"])
  }

  @Test func excludesOthersMembersOfNewObjects() throws {
    let posted = try JSONDecoder().decode(
      Safari.Snapshot.self,
      from: Data(#"{"code": "C", "title": "c", "legs": [{"slug": "b1", "place": "x"}]}"#.utf8))
    try Safari(posted, in: context)
    try expectRefusal("SafariLeg", ["slug"])
  }

  @Test func excludesTheSameMemberTwice() throws {
    try patch(
      try safari("A"), #"{"legs": [{"slug": "a1", "place": "x"}, {"slug": "a1", "place": "y"}]}"#)
    try expectRefusal("SafariLeg", ["slug"])
  }

  @Test func includesOwnMembersByEachUniqueValue() throws {
    let safari = try safari("A")
    let leg = try #require(safari.legs.first { $0.slug == "a1" })
    leg.serial = 7
    try context.save()
    try patch(safari, #"{"legs": [{"slug": "new", "serial": 7, "place": "Ayr"}]}"#)
    try context.save()
    #expect(safari.legs.filter { $0.deleted == nil }.map(\.slug) == ["new"])
    #expect(leg.slug == "new" && leg.place == "Ayr" && leg.safari === safari)
  }

  @Test func includesOwnMembersByValuesThatAreUniqueTogether() throws {
    let line = SafariLine("line")
    context.insert(line)
    line.stops = [SafariStop("l", 1, "Rye"), SafariStop("l", 2, "Ely")]
    try context.save()
    let stop = try #require(line.stops.first { $0.number == 2 })
    try line.apply(
      .init(name: "line", stops: [.init(line: "l", number: 2, name: "Ayr")]))
    try context.save()
    #expect(line.stops.count == 1 && stop.name == "Ayr" && stop.owner === line)
  }

  @Test func endsAtTheSaveOfAParent() throws {
    let child = try ModelContext(parent: context)
    try patch(try safari("A", in: child), #"{"legs": [{"slug": "b1", "place": "x"}]}"#)
    try child.save()
    try expectRefusal("SafariLeg", ["slug"])
  }

  @Test func endsAfterAFailedSave() throws {
    let safari = try safari("A")
    try patch(
      safari, #"{"legs": [{"slug": "a1", "place": "Rye"}, {"slug": "b1", "place": "x"}]}"#)
    for _ in 0..<2 {
      #expect(throws: StackError.self) { try context.save() }
    }
    try #require(safari.legs.first { $0.slug == "b1" }).slug = "free"
    try context.save()
    #expect(try stored()[1] == #"B of b b ["b1 Rye", "b2 Ely"]"#)
  }

  @Test func excludesObjectsOutsideOfTheScopes() throws {
    let others = try guide("b").typedObjectID
    let known = try guide("a").typedObjectID
    let safari = try safari("A")
    try context.scope(#Predicate<SafariGuide> { $0.tenant == "a" })
    var snapshot = try safari.snapshot
    snapshot.guide = others
    #expect(throws: StackError.notFound(others.persistentIdentifier)) {
      try safari.apply(snapshot)
    }
    snapshot.guide = known
    snapshot.helpers = [known, others]
    #expect(throws: StackError.notFound(others.persistentIdentifier)) {
      try safari.apply(snapshot)
    }
    #expect(!context.hasChanges)
    snapshot.helpers = [known]
    try safari.apply(snapshot)
    try context.save()
    #expect(safari.guide?.tenant == "a")
  }

  @Test func includesALinkThatIsThere() throws {
    let safari = try safari("A")
    safari.guide = try guide("b")
    try context.save()
    try context.scope(#Predicate<SafariGuide> { $0.tenant == "a" })
    try patch(safari, #"{"title": "new"}"#)
    #expect(safari.title == "new" && safari.guide?.tenant == "b")
  }

  @Test func excludesDeletedMembers() throws {
    let safari = try safari("A")
    let leg = try #require(safari.legs.first { $0.slug == "a2" })
    safari.camp = SafariCamp("camp")
    safari.guide = try guide("a")
    safari.helpers = [try guide("a"), try guide("b")]
    try context.save()
    context.delete(leg)
    context.delete(try #require(safari.camp))
    context.delete(try guide("a"))
    try context.save()
    let snapshot = try safari.snapshot
    #expect(snapshot.legs.map(\.slug) == ["a1"] && snapshot.camp == nil && snapshot.guide == nil)
    #expect(snapshot.helpers.count == 1)
    // What isn't shown stays as it is.
    try safari.apply(snapshot)
    #expect(!context.hasChanges)
    try patch(safari, #"{"legs": [{"slug": "a3", "place": "Ayr"}], "helpers": []}"#)
    try context.save()
    #expect(leg.safari === safari && leg.deleted != nil)
    #expect(safari.camp?.name == "camp" && safari.guide?.tenant == "a")
    #expect(safari.helpers.map(\.tenant) == ["a"])
    // Nor is it revived.
    try patch(
      safari,
      #"{"legs": [{"slug": "a3", "place": "x"}, {"slug": "a2", "place": "x", "deleted": null}]}"#)
    try expectRefusal("SafariLeg", ["slug"])
  }

  @Test func excludesTheTimesOfTheStore() throws {
    let safari = try safari("A")
    let (created, updated) = (safari.created, safari.updated)
    try patch(safari, #"{"created": 0, "updated": null, "title": "new"}"#)
    #expect(safari.created == created && safari.updated == updated && safari.title == "new")
    let leg = try #require(safari.legs.first)
    context.delete(leg)
    try context.save()
    try leg.apply(leg.snapshot.updated(from: Data(#"{"deleted": null}"#.utf8)))
    #expect(leg.deleted != nil && !context.hasChanges)
    let posted = try JSONDecoder().decode(
      Safari.Snapshot.self, from: Data(#"{"code": "C", "title": "c", "created": 0}"#.utf8))
    let new = try Safari(posted, in: context)
    try context.save()
    #expect(new.created > created)
    #expect(try new.snapshot.created == new.created)
  }

  @Test func ofAScopedContextExcludesRowsOutside() throws {
    try context.scope(#Predicate<Safari> { $0.tenant == "a" })
    for policy in [UniqueConflictPolicy.upsert, .ignore] {
      context.uniqueConflictPolicy = policy
      context.insert(Safari("B", "stolen"))
      try expectRefusal("Safari", ["code"])
    }
    context.uniqueConflictPolicy = .upsert
    context.insert(Safari("A", "new"))
    try context.save()
    #expect(try stored()[0].hasPrefix("A new a"))
  }
}
