@_spi(Query) import StrataContexts
import StrataStoreSupport
import Strata
import StrataQuery
import Testing

@Suite struct RegularExpressionQueries {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [Jotting.self], configuration: .temporary))
    context.insert(Jotting("(", "a"))
    try context.save()
  }

  @Test func areRefusedWhenTheyCannotBeRead() throws {
    let descriptor = FetchDescriptor<Jotting>(predicate: (\Jotting.text).matches("("))
    do {
      _ = try context.fetch(descriptor)
      Issue.record("it is fetched")
    } catch let error as PredicateTranslationError {
      #expect("\(error)".contains("“(” is no regular expression"))
    }
  }

  @Test func ofEachRowAreErrorsOfTheStatement() throws {
    let column = { (name: String) in
      QueryExpression.column(
        QueryPath(), .init(property: name, description: ColumnDescription("", .text)))
    }
    let query = Query(
      entity: "Jotting", predicate: .text(.matches, column("other"), column("text"), []))
    #expect(throws: StorageError.self) { try context.fetch(query) }
    // And of an object that isn't saved.
    for saved in try context.fetch(FetchDescriptor<Jotting>()) { context.delete(saved) }
    try context.save()
    context.insert(Jotting("(", "b"))
    #expect(throws: RegularExpressionError.self) { try context.fetch(query) }
  }
}

@Model final class Jotting {
  var text: String
  var other: String
  init(_ text: String, _ other: String) { (self.text, self.other) = (text, other) }
}
