import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import Testing

/// What a store tells without its model.
@Suite struct StoreOutlines {
  @Test func haveTheEntitiesWithTheirObjects() throws {
    let store = try LibraryStore()
    let before = try store.contents()
    let outline = try StoreOutline(of: store.url)
    #expect(outline.identifier == LibraryStore.identifier && outline.metadata == nil)
    let model = LibraryStore.model
    #expect(Set(outline.entities.map(\.name)) == Set(model.entities.map(\.name)))
    for entity in outline.entities {
      #expect(entity.superentity == model.entity(named: entity.name)?.superentityName)
      let table = try #require(outline.tables.first { $0.name == entity.table })
      #expect(try #require(entity.objectCount) <= table.rowCount)
    }
    #expect(outline.entities.map(\.number) == outline.entities.map(\.number).sorted())
    let authors = try #require(outline.tables.first { $0.name == "ZAUTHOR" })
    #expect(authors.columns.first { $0.name == "Z_PK" }?.type == "INTEGER")
    #expect(authors.columns.first { $0.name == "ZCODE" }?.valueCount == 1)
    // It is only read.
    #expect(try store.contents() == before)
  }

  @Test func goThroughEntitiesThatInheritFromEachOther() throws {
    let store = try LibraryStore("UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_NAME = 'Author'")
    let author = try StoreOutline(of: store.url).entities.first { $0.name == "Author" }
    #expect(author?.superentity == "Author" && author?.table == "ZAUTHOR")
  }

  @Test func areOfStoresAlone() throws {
    let store = try LibraryStore("DROP TABLE Z_PRIMARYKEY")
    #expect {
      try StoreOutline(of: store.url)
    } throws: {
      "\($0)".contains("it has no table Z_PRIMARYKEY")
    }
  }
}
