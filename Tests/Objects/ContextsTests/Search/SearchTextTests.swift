@_spi(Query) import StrataContexts
import Foundation
import StrataModelSupport
import Strata
import StrataQuery
import StrataQueryText
import Testing

/// Searches in predicates as text.
@Suite struct SearchTexts {
  private let store: NoteStore
  private let context: ModelContext
  private let resolver: QueryResolver

  init() throws {
    store = try NoteStore()
    context = try store.context()
    resolver = QueryResolver(schema: context.container.schema, timeZone: .gmt)
    let folder = Searched.Folder("Alps")
    context.insert(folder)
    folder.notes.append(Searched.Note("Zermatt"))
    context.insert(Searched.Note("Genova"))
    try context.save()
  }

  private func find(_ text: String, _ entity: String = "Note") throws -> [any PersistentModel] {
    let entity = try #require(context.container.schema.entitiesByName[entity])
    return try context.fetch(
      resolver.resolve(QuerySyntax(predicate: PredicateSyntax(parsing: text)), entity: entity))
  }

  @Test(arguments: [
    ("SELF SEARCH \"zer*\"", 1), ("self search \"zermatt OR genova\"", 2),
    ("SELF SEARCH \"zermatt\" AND folder.name == \"Alps\"", 1), ("NOT (SELF SEARCH \"genova\")", 1),
    ("SELF SEARCH \"zermatt\" AND isPinned == YES", 0),
  ])
  func find(text: String, count: Int) throws { #expect(try find(text).count == count) }

  @Test func goThroughRelationships() throws {
    let found = try find("SUBQUERY(notes, $n, $n SEARCH \"zermatt\").@count > 0", "Folder")
    #expect(found.count == 1)
  }

  @Test(arguments: [
    ("SELF SEARCH \"zermatt OR\"", "column 13: 'zermatt OR' is no search, at 8"),
    ("title SEARCH \"zermatt\"", "column 1: SEARCH needs an object on its left"),
    ("folder SEARCH \"zermatt\"", "column 1: Folder has no search index"),
  ])
  func sayWhatIsWrong(text: String, message: String) throws {
    let error = #expect(throws: QueryError.self) { try find(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }
}
