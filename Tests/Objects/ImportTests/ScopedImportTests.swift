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
}
