import Foundation
import StrataStoreSupport
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// Imports into a context with scopes.
@Suite struct ScopedImports {
  private let folder: TemporaryFolder
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Place.self, Country.self, configurations: ModelConfiguration(url: folder.store()))
    let first = ModelContext(container)
    first.insert(Place("mine", name: "a"))
    first.insert(Place("theirs", name: "b"))
    try first.save()
    context = ModelContext(container)
    try context.scope(#Predicate<Place> { $0.name == "a" })
  }

  private func stored() throws -> [String] {
    try ModelContext(context.container).fetch(
      FetchDescriptor<Place>(sortBy: [SortDescriptor(\.code)])
    ).map { "\($0.code) \($0.name) \($0.height ?? 0)" }
  }

  @Test func leaveObjectsOutsideOfTheScopesAsTheyAre() throws {
    let result = try context.import(
      ["mine", "theirs", "new"], key: ImportKey(\Place.code, from: { $0 })
    ) { code, place in
      guard let place else {
        let new = Place(code, name: "a")
        new.height = 2
        return .insert(new)
      }
      place.height = 1
      return .update
    }
    #expect(result.outcomes.map(\.word) == ["updated", "failed", "inserted"])
    let error = try #require(result.failures.first?.reason as? ImportError)
    guard case .outsideScopes(let object) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(object.entityName == "Place" && "\(error)".contains("outside of the context's scopes"))
    #expect(try stored() == ["mine a 1.0", "new a 2.0", "theirs b 0.0"])
  }

  @Test func withoutAKeyReplaceNothingOutside() throws {
    let result = try context.import(["theirs", "new"], key: ImportKey<String, Place>.none) {
      code, _ in
      .insert(Place(code, name: "a"))
    }
    #expect(result.outcomes.map(\.word) == ["failed", "inserted"])
    guard case .notUnique? = result.failures.first?.reason as? StackError else {
      Issue.record("\(result.failures)")
      return
    }
    #expect(try stored() == ["mine a 0.0", "new a 0.0", "theirs b 0.0"])
  }

  @Test func findNoRelatedObjectsOutside() throws {
    let found = try context.existing(Place.self, by: \.code, in: ["mine", "theirs", "none"])
    #expect(found.keys.sorted() == ["mine"])
  }

  /// An import into a tenant's context neither sees the others' rows nor adds any.
  @Test(.enabled(if: TestServer.hasPrograms), arguments: ["serial", "concurrent"])
  func haveTheSettingsOfTheServer(saves: String) throws {
    let store = try PolicedStore(for: [Place.self], tenant: "name", saves: saves)
    let owner = ModelContext(try store.ownersContainer())
    for (code, name) in [("mine", "a"), ("theirs", "b")] { owner.insert(Place(code, name: name)) }
    try owner.save()
    let context = ModelContext(try store.container())
    try context.setServerSettings(["app.tenant": "a"])
    func importing(_ codes: [String], as name: String) throws -> ImportResult<Place> {
      try context.import(codes, key: ImportKey(\Place.code, from: { $0 })) { code, place in
        guard let place else { return .insert(Place(code, name: name)) }
        place.height = 1
        return .update
      }
    }
    #expect(
      try importing(["mine", "new"], as: "a").outcomes.map(\.word) == ["updated", "inserted"])
    // The code is another tenant's.
    #expect(try importing(["theirs"], as: "a").outcomes.map(\.word) == ["failed"])
    #expect(throws: (any Error).self) { try importing(["other"], as: "b") }
    let places = try ModelContext(owner.container).fetch(
      FetchDescriptor<Place>(sortBy: [SortDescriptor(\.code)]))
    #expect(
      places.map { "\($0.code) \($0.name) \($0.height ?? 0)" }
        == ["mine a 1.0", "new a 0.0", "theirs b 0.0"])
  }
}
