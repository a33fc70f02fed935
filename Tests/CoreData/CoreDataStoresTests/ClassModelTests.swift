import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

@Suite struct ModelsOfClasses {
  private let types: [any PersistentModel.Type] = [Author.self, Book.self, Magazine.self]

  @Test func sayWhatTheClassesSay() throws {
    let model = try ManagedObjectModel.makeManagedObjectModel(for: types)
    #expect(
      model.entities.map(\.name) == [
        "Agent", "Author", "Book", "Chapter", "Magazine", "Publication",
      ])
    let author = try #require(model.entity(named: "Author"))
    #expect(author.attributes.map(\.type) == [.string, .date, .uuid, .boolean, .composite])
    let home = try #require(author.attributes.last)
    #expect(home.elements.map(\.name) == ["city", "number"])
    let agent = try #require(author.relationships.last)
    #expect(agent.maxCount == 1 && agent.inverseName == "author")
    #expect(model.entity(named: "Book")?.superentityName == "Publication")
    #expect(model.entity(named: "Publication")?.relationships.last?.deleteRule == .cascade)
  }

  @Test func openTheStoresOfTheClasses() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let container = try ModelContainer(
      for: types, configuration: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let author = Author(name: "Ada", isAlive: true)
    author.home = Home(city: "Rome", number: nil)
    context.insert(author)
    try context.save()

    let model = try ManagedObjectModel.makeManagedObjectModel(for: types)
    for (made, own) in zip(try Schema(model).definition, Schema(types).definition) {
      #expect(made == own)
    }
    let store = try Store.open(try Schema(model), at: url, isReadOnly: true)
    let table = try store.tables.table("Author")
    let rows = try store.makeReader().storedRows([1], of: table)
    #expect(rows.first?.columns.compactMap(\.value).contains(.text("Rome")) == true)
    let reopened = ModelContext(
      try ModelContainer(for: types, configuration: ModelConfiguration(url: url)))
    #expect(try reopened.fetch(FetchDescriptor<Author>()).map(\.home) == [author.home])
  }
}
