import Foundation
import StrataDescriptions
import StrataModelFiles
import StrataSchema
import Testing

@Suite struct ModelFileReading {
  private let model: ManagedObjectModel
  private let book: EntityDescription

  init() throws {
    model = try ModelDocument(contents: LibraryModel.contents).model
    book = try #require(model.entity(named: "Book"))
  }

  private func attribute(_ name: String) throws -> AttributeDescription {
    try #require(book.attributes.first { $0.name == name })
  }

  @Test func findsNothingToWarnOf() throws {
    #expect(try ModelDocument(contents: LibraryModel.contents).warnings == [])
    #expect(model.problems() == [])
  }

  @Test func readsEntities() throws {
    #expect(model.entities.map(\.name) == ["Book", "Chapter", "Medium", "Person"])
    #expect(model.versionIdentifiers == ["2.1"])
    #expect(book.managedObjectClassName == "Book")
    #expect(book.superentityName == "Medium")
    #expect(book.elementID == "OldBook")
    #expect(book.renamingIdentifier == "Volume")
    #expect(book.versionHashModifier == "b")
    #expect(book.codeGeneration == .classDefinition)
    #expect(book.userInfo == ["team": "lending"])
    #expect(book.uniquenessConstraints == [["isbn", "pages"], ["web"]])
    #expect(book.compoundIndexes == [["isbn", "pages"]])
    let chapter = try #require(model.entity(named: "Chapter"))
    #expect(!chapter.isSyncable && chapter.codeGeneration == .category)
    #expect(try #require(model.entity(named: "Medium")).isAbstract)
  }

  @Test func readsValuesByType() throws {
    #expect(try attribute("isLent").defaultValue == .boolean(false))
    #expect(try attribute("isbn").defaultValue == .string(""))
    #expect(try attribute("isbn").minimumValue == .integer(0))
    #expect(try attribute("isbn").maximumValue == .integer(13))
    #expect(try attribute("pages").defaultValue == .integer(100))
    #expect(try attribute("pages").maximumValue == .integer(5000))
    #expect(try attribute("price").defaultValue == .decimal(Decimal(999) / 100))
    #expect(try attribute("rating").defaultValue == .double(2.5))
    #expect(
      try attribute("published").defaultValue == .date(Date(timeIntervalSinceReferenceDate: 0.5)))
    #expect(
      try attribute("published").minimumValue
        == .date(Date(timeIntervalSinceReferenceDate: -725_882_400)))
    #expect(
      try attribute("web").defaultValue == .uri(#require(URL(string: "https://example.org/"))))
    #expect(try attribute("weight").usesScalarValueType)
  }

  @Test func readsWhatAttributesSay() throws {
    #expect(try attribute("cover").allowsExternalBinaryDataStorage)
    #expect(try attribute("cover").allowsCloudEncryption)
    #expect(try attribute("editorCount").derivationExpression == "editors.@count")
    #expect(try attribute("isbn").regularExpression == "[0-9X]+")
    #expect(try attribute("isbn").preservesValueInHistoryOnDeletion)
    #expect(try !attribute("isbn").isOptional && attribute("notes").isOptional)
    #expect(try attribute("notes").userInfo["first"] == "a & b < c > d \"e\" 'f'")
    #expect(try attribute("notes").userInfo["lines"] == "one\ntwo\tthree")
    #expect(try attribute("notes").isIndexed && attribute("notes").isIndexedBySpotlight)
    #expect(try attribute("notes").elementID == "remarks")
    #expect(try attribute("notes").versionHashModifier == "n")
    #expect(try attribute("pages").renamingIdentifier == "pageCount")
    #expect(try attribute("scratch").isTransient && attribute("scratch").type == .undefined)
    #expect(try attribute("tags").valueTransformerName == "NSSecureUnarchiveFromData")
    #expect(try attribute("tags").attributeValueClassName == "[String]")
    let title = try #require(model.entity(named: "Medium")?.attributes.last)
    #expect(!title.isSyncable)
  }

  @Test func givesCompositesTheirAttributes() throws {
    let shelf = try attribute("shelf")
    #expect(shelf.type == .composite && shelf.compositeName == "Place")
    #expect(shelf.elements.map(\.name) == ["room", "row"])
    #expect(shelf.elements == model.composites.first?.elements)
  }

  @Test func readsRelationships() throws {
    let chapters = try #require(book.relationships.first)
    #expect(chapters.destinationEntityName == "Chapter" && chapters.inverseName == "book")
    #expect(chapters.minCount == 1 && chapters.maxCount == 99)
    #expect(chapters.isOrdered && chapters.deleteRule == .cascade)
    #expect(chapters.userInfo == ["hint": "first to last"])
    #expect(book.relationships.last?.maxCount == 0 && book.relationships.last?.deleteRule == .deny)
    let back = try #require(model.entity(named: "Chapter")?.relationships.first)
    #expect(!back.isToMany && back.deleteRule == .nullify && !back.isOptional)
    #expect(model.entity(named: "Person")?.relationships.first?.deleteRule == .noAction)
  }

  @Test func readsIndexes() throws {
    #expect(
      book.indexes == [
        FetchIndexDescription(
          name: "byIsbn",
          elements: [
            FetchIndexElementDescription(property: "isbn"),
            FetchIndexElementDescription(
              .expression("lowercase:(notes)", type: "String"), isAscending: false),
          ]),
        FetchIndexDescription(
          name: "byPages",
          elements: [FetchIndexElementDescription(property: "pages", collationType: .rTree)],
          partialIndexPredicate: "pages > 10"),
      ])
  }

  @Test func readsFetchRequests() throws {
    let request = try #require(model.fetchRequestTemplates.first)
    #expect(request.name == "LongBooks" && request.entityName == "Book")
    #expect(request.predicate == "pages > $least")
    #expect(request.fetchLimit == 5 && request.fetchBatchSize == 20)
    #expect(request.resultType == .dictionary && request.returnsDistinctResults)
    #expect(!request.includesSubentities && !request.includesPropertyValues)
    #expect(!request.includesPendingChanges && !request.returnsObjectsAsFaults)
    let cheaper = try #require(book.fetchedProperties.first)
    #expect(cheaper.fetchRequest?.predicate == "price < $FETCH_SOURCE.price")
    #expect(cheaper.userInfo == ["k": "v"])
    #expect(
      model.configurations == [
        ConfigurationDescription(name: "Local", entityNames: ["Book", "Chapter"])
      ])
  }

  @Test func readsWhatTheFileSaysOfItself() throws {
    let document = try ModelDocument(contents: LibraryModel.contents)
    #expect(document.header.usedWithCloudKit && !document.header.usedWithSwiftData)
    #expect(document.header.lastSavedToolsVersion == "23605")
    #expect(
      document.diagram == [
        DiagramElement(entityName: "Book", x: -63, y: 181.125, width: 128, height: 75)
      ])
    let old = try ModelDocument(contents: Data(ModelFileFixtures.oldEditor.utf8))
    #expect(old.header.sourceLanguage == nil && old.header.iOSVersion == "Automatic")
    #expect(old.header.name == "")
  }

  @Test(arguments: ModelFileFixtures.all)
  func readsFilesWithoutErrors(_ file: ModelFileFixtures.File) throws {
    let model = try ModelDocument(contents: file.contents, path: file.name).model
    #expect(model.problems().filter { $0.severity == .error } == [])
  }
}
