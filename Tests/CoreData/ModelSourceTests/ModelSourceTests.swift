import Foundation
import StrataDescriptions
import StrataModelSource
import StrataSchema
import Testing

@Suite struct ModelSources {
  private func source(_ entities: EntityDescription...) -> ModelSource {
    ModelSource(ManagedObjectModel(entities: entities))
  }

  @Test func haveAClassForEachEntity() {
    let source = source(
      EntityDescription(
        name: "Book",
        properties: [
          .attribute(AttributeDescription(name: "title", type: .string, isOptional: false)),
          .attribute(
            AttributeDescription(
              name: "pages", type: .integer32, isOptional: false, defaultValue: .integer(1))),
          .attribute(AttributeDescription(name: "price", type: .decimal)),
          .relationship(
            RelationshipDescription(name: "authors", destination: "Author", inverse: "books")),
        ]),
      EntityDescription(
        name: "Author",
        properties: [
          .relationship(
            RelationshipDescription(name: "books", destination: "Book", inverse: "authors"))
        ]))
    #expect(
      source.text == """
        import Strata

        @Model
        final class Book {
          var title: String
          var pages: Int32 = 1
          var price: Decimal?
          @Relationship(inverse: \\Author.books) var authors: [Author]? = []

          init(title: String) {
            self.title = title
          }
        }

        @Model
        final class Author {
          var books: [Book]? = []

          init() {}
        }

        """)
    #expect(source.notes.isEmpty)
    #expect(source.files.map(\.name) == ["Book.swift", "Author.swift"])
  }

  @Test func areTheSameForTheSameModel() {
    #expect(ModelSource(.sample) == ModelSource(.sample))
  }

  @Test func putSuperclassesFirst() {
    let names = ModelSource(.sample).declarations.map(\.name)
    #expect(names == ["Trip", "BusinessTrip", "Stop", "Spot"])
  }

  @Test func passParametersToTheSuperclass() {
    let text = ModelSource(.sample).text
    #expect(text.contains("@Model\nclass Trip {"))
    #expect(text.contains("init(begins: Date, `class`: Int) {"))
    #expect(text.contains("    super.init(begins: begins)"))
  }

  /// Of two that need each other, neither can be made first.
  @Test func letOneOfTwoObjectsBeMadeFirst() {
    let source = source(
      EntityDescription(
        name: "Engine",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "car", destination: "Car", inverse: "engine", maxCount: 1, isOptional: false))
        ]),
      EntityDescription(
        name: "Car",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "engine", destination: "Engine", inverse: "car", maxCount: 1,
              deleteRule: .cascade, isOptional: false))
        ]))
    #expect(source.text.contains("var car: Car\n"))
    #expect(source.text.contains("var engine: Engine?\n"))
    #expect(source.notes.map(\.place.description) == ["Car.engine"])
  }

  @Test func nameWhatTheyLeaveOut() {
    let fetched = FetchedPropertyDescription(
      name: "old", fetchRequest: FetchRequestDescription(name: "f", entityName: "Book"))
    let source = source(
      EntityDescription(
        name: "Book",
        properties: [
          .attribute(AttributeDescription(name: "thing", type: .undefined)),
          .relationship(RelationshipDescription(name: "lost", destination: "Nowhere")),
          .fetchedProperty(fetched),
        ], uniquenessConstraints: [["lost"]]))
    #expect(
      source.notes.map(\.place.description) == ["Book.thing", "Book.lost", "Book.old", "Book"])
    #expect(source.notes.allSatisfy { $0.severity == .warning })
    #expect(source.text == "import Strata\n\n@Model\nfinal class Book {\n  init() {}\n}\n")
  }

  @Test func findRenamedPropertiesByTheirOldNames() {
    let source = source(
      EntityDescription(
        name: "Book",
        properties: ["Type", "name", "Name"].map {
          .attribute(AttributeDescription(name: $0, type: .string))
        }))
    #expect(source.text.contains("@Attribute(originalName: \"Type\") var TypeValue: String?"))
    #expect(source.text.contains("@Attribute(originalName: \"Name\") var Name2: String?"))
    #expect(source.text.contains("  var name: String?"))
  }

  @Test func breakLinesThatAreTooLong() {
    let long = String(repeating: "Long", count: 10) + "g"
    let source = source(
      EntityDescription(
        name: long,
        properties: [
          .attribute(AttributeDescription(name: "x\(long)", type: .string, isOptional: false)),
          .attribute(AttributeDescription(name: "y\(long)", type: .string, isOptional: false)),
          .relationship(
            RelationshipDescription(name: "z\(long)", destination: long, maxCount: 1)),
        ]),
      EntityDescription(name: "Sub\(long)", superentityName: long))
    let lines = source.text.split(separator: "\n")
    #expect(lines.filter { $0.count > 100 } == [])
    #expect(source.text.contains("final class Sub\(long): \(long)\n{\n"))
    #expect(source.text.contains("  init(\n    x\(long): String,\n    y\(long): String\n  ) {\n"))
  }

  @Test func qualifyTypesThatAClassHides() {
    let source = source(
      EntityDescription(
        name: "Date", properties: [.attribute(AttributeDescription(name: "day", type: .date))]))
    #expect(source.text.contains("var day: Foundation.Date?"))
  }

  @Test func sayNoMoreOfAnInverseThanIsTrue() {
    let source = source(
      EntityDescription(
        name: "Leaf",
        properties: [
          .relationship(
            RelationshipDescription(
              name: "tree", destination: "Tree", inverse: "twigs", maxCount: 1))
        ]),
      EntityDescription(name: "Tree"))
    #expect(source.text.contains("@Relationship(inverse: nil) var tree: Tree?"))
    #expect(source.notes.map(\.place.description) == ["Leaf.tree"])
  }

  @Test func tellOfPairsThatTheModelDoesNotHave() {
    let source = source(
      EntityDescription(
        name: "Leaf",
        properties: [
          .relationship(RelationshipDescription(name: "tree", destination: "Tree", maxCount: 1))
        ]),
      EntityDescription(
        name: "Tree",
        properties: [.relationship(RelationshipDescription(name: "best", destination: "Leaf"))]))
    #expect(source.notes.map(\.place.description) == ["Leaf.tree", "Tree.best"])
    #expect(source.text.contains("@Relationship(inverse: nil) var tree: Tree?"))
  }

  @Test func haveVersionsForAPlan() {
    var options = ModelSource.Options()
    options.namespace = .version(name: "V2", major: 2, minor: 0, patch: 0)
    let text = ModelSource(ManagedObjectModel(entities: [EntityDescription(name: "Book")]), options)
      .text
    #expect(text.hasPrefix("import Strata\n\nenum V2: VersionedSchema {\n"))
    #expect(text.contains("[any PersistentModel.Type] { [Book.self] }"))
    #expect(text.hasSuffix("  @Model\n  final class Book {\n    init() {}\n  }\n}\n"))
  }
}

@Suite struct DefaultValues {
  static let cases: [(AttributeType, AttributeValue, String)] = [
    (.boolean, .integer(1), "Bool? = true"),
    (.integer16, .integer(70_000), "Int16?\n"),
    (.integer64, .double(3), "Int? = 3"),
    (.float, .double(0.1), "Float? = 0.1"),
    (.double, .double(.infinity), "Double? = .infinity"),
    (.decimal, .double(1.5), "Decimal? = Decimal(sign: .plus, exponent: -1, significand: 15)"),
    (
      .date, .date(.init(timeIntervalSinceReferenceDate: 60)),
      "Date? = Date(timeIntervalSinceReferenceDate: 60)"
    ),
    (.binaryData, .data(.init([1, 255])), "Data? = Data([0x01, 0xff])"),
    (.uri, .string("https://swift.org"), "URL? = URL(string: \"https://swift.org\")"),
    (.string, .string("a\\b\n\u{200B}"), #"String? = "a\\b\n\u{200b}""#),
    (.string, .integer(1), "String?\n"),
  ]

  @Test(arguments: cases)
  func areWrittenAsCode(_ type: AttributeType, _ value: AttributeValue, _ code: String) {
    let entity = EntityDescription(
      name: "Book",
      properties: [
        .attribute(AttributeDescription(name: "it", type: type, defaultValue: value))
      ])
    let text = ModelSource(ManagedObjectModel(entities: [entity])).text
    #expect(text.contains("var it: \(code)"))
  }
}
