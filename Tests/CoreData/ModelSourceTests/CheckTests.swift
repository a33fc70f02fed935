import StrataDescriptions
import StrataModelSource
import StrataSchema
import Testing

@Suite struct ModelChecks {
  private func findings(
    _ entities: EntityDescription..., forCloudKit: Bool = false
  ) -> [String] {
    ModelCheck(isForCloudKit: forCloudKit).findings(in: ManagedObjectModel(entities: entities))
      .map { "\($0.severity.rawValue) \($0.place) \($0.rule.rawValue)" }
  }

  private func attribute(_ name: String, isOptional: Bool = true) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: .string, isOptional: isOptional))
  }

  @Test func findNothingInASoundModel() {
    #expect(findings(EntityDescription(name: "Book", properties: [attribute("title")])).isEmpty)
  }

  @Test func findRelationshipsWithoutAWayBack() {
    let book = EntityDescription(
      name: "Book",
      properties: [
        .relationship(
          RelationshipDescription(name: "shelf", destination: "Book", deleteRule: .noAction))
      ])
    #expect(
      findings(book) == ["warning Book.shelf missing-inverse", "warning Book.shelf dangling-links"])
  }

  @Test func findTakenAndSimilarNames() {
    let book = EntityDescription(
      name: "Book",
      properties: ["objectID", "modelContext", "class", "default", "name", "NAME"].map {
        attribute($0)
      })
    #expect(
      findings(book) == [
        "warning Book.objectID taken-name", "warning Book.modelContext taken-name",
        "warning Book.class taken-name", "note Book.default taken-name",
        "warning Book.NAME similar-names",
      ])
  }

  @Test func tellProblemsOfTheModel() {
    let book = EntityDescription(name: "Book", superentityName: "Nothing")
    #expect(findings(book) == ["error Book problem"])
  }

  @Test func knowCloudKitsRules() {
    let book = EntityDescription(
      name: "Book",
      properties: [
        attribute("title", isOptional: false),
        .relationship(
          RelationshipDescription(
            name: "pages", destination: "Page", inverse: "book", isOrdered: true, deleteRule: .deny)
        ),
      ], uniquenessConstraints: [["title"]])
    let page = EntityDescription(
      name: "Page",
      properties: [
        .relationship(
          RelationshipDescription(
            name: "book", destination: "Book", inverse: "pages", maxCount: 1, isOptional: false))
      ])
    #expect(findings(book, page).isEmpty)
    #expect(
      findings(book, page, forCloudKit: true) == [
        "warning Book cloudkit", "warning Book.title cloudkit", "warning Book.pages cloudkit",
        "warning Book.pages cloudkit", "warning Page.book cloudkit",
      ])
  }

  @Test(arguments: [
    ("title == \"pages\" AND $x.pages > 1", ["title"]),
    ("ANY chapters.name BEGINSWITH[cd] $NAME", ["name"]),
    ("SELF.title IN {'a', 'b'} OR now() > 3", ["title"]),
    ("indexed == 1 AND title == 'x'", []),
    ("chapters.@count > 0", []),
    ("book == $FETCH_SOURCE", []),
  ])
  func findConditionsWithoutAnIndex(predicate: String, expected: [String]) {
    var model = ManagedObjectModel(entities: [
      EntityDescription(
        name: "Book",
        properties: [
          attribute("title"), attribute("pages"), attribute("indexed"),
          .relationship(
            RelationshipDescription(name: "chapters", destination: "Chapter", inverse: "book")),
        ],
        indexes: [
          FetchIndexDescription(
            name: "i", elements: [FetchIndexElementDescription(property: "indexed")])
        ]),
      EntityDescription(
        name: "Chapter",
        properties: [
          attribute("name"),
          .relationship(
            RelationshipDescription(
              name: "book", destination: "Book", inverse: "chapters", maxCount: 1)),
        ]),
    ])
    model.fetchRequestTemplates = [
      FetchRequestDescription(
        name: "f", entityName: predicate.hasPrefix("book") ? "Chapter" : "Book",
        predicate: predicate)
    ]
    let found = ModelCheck().findings(in: model)
    #expect(found.allSatisfy { $0.rule == .missingIndex })
    #expect(found.compactMap(\.place.property) == expected)
  }

  @Test func findOldFormsOfIndexes() {
    var title = AttributeDescription(name: "title", type: .string)
    title.isIndexed = true
    let book = EntityDescription(
      name: "Book", properties: [.attribute(title)], compoundIndexes: [["title"]])
    #expect(findings(book) == ["note Book legacy-index", "note Book.title legacy-index"])
  }
}
