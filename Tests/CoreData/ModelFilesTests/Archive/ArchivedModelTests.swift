import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import Testing

@Suite struct ArchivedModels {
  @Test func haveOwnAndInheritedProperties() throws {
    let model = try StoredModel.sample().archived().model
    #expect(model.entities.map(\.name) == ["Book", "Novel"])
    let novel = try #require(model.entity(named: "Novel"))
    #expect(novel.superentityName == "Book")
    #expect(novel.properties.map(\.name) == ["prequel", "sequel"])
    #expect(model.allProperties(of: novel).map(\.name) == ["title", "prequel", "sequel"])
    #expect(novel.uniquenessConstraints == [["title"]])
    #expect(model.versionIdentifiers == ["1.0.0"])
  }

  @Test func areTheSameInACacheAndInAFile() throws {
    let cached = try StoredModel.sample().archived()
    #expect(try ArchivedModel(archive: StoredModel.sampleArchive()) == cached)
    #expect(cached.warnings.isEmpty)
  }

  /// One entity `Item` with what a test gives it.
  private func item(
    _ properties: (inout ModelArchiveWriter) -> KeyValuePairs<String, PropertyListValue>,
    _ more: (inout ModelArchiveWriter) -> [String: PropertyListValue] = { _ in [:] }
  ) throws -> (EntityDescription, [String]) {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let fields = more(&writer)
    writer.set(item, name: "Item", properties: properties(&writer), fields)
    let archived = try ArchivedModel(archive: writer.data())
    let entity = try #require(archived.model.entity(named: "Item"))
    return (entity, archived.warnings.map(\.description))
  }

  @Test func haveEntitiesWithAllThatBelongsToThem() throws {
    let (entity, warnings) = try item({
      ["a": $0.attribute("a", 300), "b": $0.attribute("b", 700)]
    }) {
      writer in
      func tuple(_ names: String...) -> PropertyListValue {
        writer.archive.array(names.map { writer.archive.add($0) })
      }
      let element = writer.archive.add(
        class: "NSFetchIndexElementDescription",
        [
          "NSPropertyName": writer.archive.add("b"), "NSFetchIndexElementType": .integer(1),
          "NSAscending": .boolean(false),
        ])
      let index = writer.archive.add(
        class: "NSFetchIndexDescription",
        [
          "NSIndexName": writer.archive.add("byB"),
          "NSIndexElements": writer.archive.array([element]),
        ])
      return [
        "NSIsAbstract": .boolean(true), "NSClassNameForEntity": writer.archive.add("App.Item"),
        "NSRenamingIdentifier": writer.archive.add("Thing"),
        "NSVersionHashModifier": writer.archive.add("2"),
        "NSUserInfo": writer.archive.dictionary([
          "note": writer.archive.add("x"), "flag": writer.archive.add(.boolean(true)),
          "list": tuple("a", "\"\n"), "object": writer.archive.add(class: "App.Note", [:]),
        ]),
        "NSUniqueTuples": writer.archive.array([tuple("a", "b"), tuple("b")]),
        "NSCompoundIndexes": writer.archive.array([tuple("a", "b"), tuple("b")]),
        "NSFetchIndexDescriptions": writer.archive.array([index]),
      ]
    }
    #expect(entity.isAbstract)
    #expect(entity.managedObjectClassName == "App.Item")
    #expect(entity.renamingIdentifier == "Thing")
    #expect(entity.versionHashModifier == "2")
    #expect(entity.userInfo == ["note": "x", "flag": "true", "list": #"["a","\"\u000a"]"#])
    #expect(warnings == ["Item: the user info object is an object of App.Note"])
    #expect(entity.uniquenessConstraints == [["a", "b"], ["b"]])
    // The index over b is there in the newer form too.
    #expect(entity.compoundIndexes == [["a", "b"]])
    #expect(
      entity.indexes == [
        FetchIndexDescription(
          name: "byB",
          elements: [.init(property: "b", collationType: .rTree, isAscending: false)])
      ])
  }

  @Test(arguments: AttributeType.allCases) func haveAttributesOfEveryType(type: AttributeType)
    throws
  {
    let (entity, warnings) = try item { ["a": $0.attribute("a", Int64(type.rawValue))] }
    #expect(entity.attributes.map(\.type) == [type])
    #expect(warnings.isEmpty)
  }

  @Test func haveAttributesWithAllThatBelongsToThem() throws {
    let (entity, warnings) = try item {
      [
        "a": $0.attribute(
          "a", 1800,
          [
            "NSIsOptional": .boolean(true), "NSIsTransient": .boolean(true),
            "NSFlagsKey": .integer(20), "NSRenamingIdentifier": $0.archive.add("old"),
            "NSAttributeValueClassName": $0.archive.add("App.Cover"),
            "NSValueTransformerName": $0.archive.add(
              class: "NSMutableString", ["NS.string": .string("App.Transformer")]),
            "NSVersionHashModifier": $0.archive.add("3"), "NSIsIndexed": .boolean(true),
            "NSIndexedBySpotlight": .boolean(true),
          ]),
        "b": $0.attribute("b", 1000, ["NSFlagsKey": .integer(64)]),
        "c": $0.attribute("c", 4711),
        "d": $0.archive.add(class: "App.Property", [:]),
      ]
    }
    var expected = AttributeDescription(name: "a", type: .transformable)
    expected.isTransient = true
    expected.allowsExternalBinaryDataStorage = true
    expected.preservesValueInHistoryOnDeletion = true
    expected.renamingIdentifier = "old"
    expected.attributeValueClassName = "App.Cover"
    expected.valueTransformerName = "App.Transformer"
    expected.versionHashModifier = "3"
    expected.isIndexed = true
    expected.isIndexedBySpotlight = true
    #expect(entity.attributes.first == expected)
    #expect(
      warnings == [
        "Item.b: the flags 64 aren't known", "Item.c: there is no attribute type 4711",
        "Item.d: there is no property of the class App.Property",
      ])
  }

  @Test(
    arguments: [
      (300, .integer(-5), .integer(-5)), (800, .integer(1), .boolean(true)),
      (800, .boolean(false), .boolean(false)), (500, .integer(2), .double(2)),
      (400, .real(0.5), .decimal(0.5)), (700, .string("x"), .string("x")),
      (1000, .data(Data([1])), .data(Data([1]))),
      (
        900, .date(Date(timeIntervalSinceReferenceDate: 1)),
        .date(Date(timeIntervalSinceReferenceDate: 1))
      ),
      (300, .string("x"), nil), (700, .integer(1), nil), (300, .real(0.5), nil),
      (1800, .string("x"), nil),
    ] as [(Int64, PropertyListValue, AttributeValue?)])
  func haveDefaultValues(type: Int64, archived: PropertyListValue, value: AttributeValue?) throws {
    let (entity, warnings) = try item {
      ["a": $0.attribute("a", type, ["NSDefaultValue": $0.archive.add(archived)])]
    }
    #expect(entity.attributes.first?.defaultValue == value)
    #expect(warnings.isEmpty == (value != nil))
  }

  @Test func haveCompositesAndEnumerations() throws {
    let (entity, warnings) = try item { writer in
      let inner = writer.attribute(
        "b", 2100, class: "NSCompositeAttributeDescription",
        ["NSCompositeElements": writer.archive.array([writer.attribute("c", 700)])])
      let note = writer.archive.dictionary([
        "EnumType": writer.archive.add(.boolean(true)),
        "enum": writer.archive.array([writer.archive.add("none"), writer.archive.add("all")]),
      ])
      return [
        "a": writer.attribute(
          "a", 2100, class: "NSCompositeAttributeDescription",
          ["NSCompositeElements": writer.archive.array([writer.attribute("d", 300), inner])]),
        "e": writer.attribute(
          "e", 2100, class: "NSCompositeAttributeDescription",
          [
            "NSCompositeElements": writer.archive.array([writer.attribute("none", 700)]),
            "NSUserInfo": note,
          ]),
      ]
    }
    #expect(warnings.isEmpty)
    let composite = try #require(entity.attributes.first)
    #expect(composite.elements.map(\.name) == ["d", "b"])
    #expect(composite.elements.last?.elements.map(\.name) == ["c"])
    #expect(!composite.isEnumeration)
    #expect(composite.enumerationCaseNames == nil)
    let enumeration = try #require(entity.attributes.last)
    #expect(enumeration.isEnumeration)
    #expect(enumeration.enumerationCaseNames == ["none", "all"])
  }

  @Test(arguments: [(0, "noAction"), (1, "nullify"), (2, "cascade"), (3, "deny")])
  func haveRelationships(rule: Int64, name: String) throws {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let parent = writer.relationship(
      "parent", to: item,
      [
        "_NSInverseRelationshipName": writer.archive.add("children"),
        "NSDeleteRule": .integer(rule), "NSIsOptional": .boolean(true),
      ])
    let children = writer.relationship(
      "children", to: KeyedArchiveWriter.null,
      [
        "_NSDestinationEntityName": writer.archive.add("Item"), "NSInverseRelationship": parent,
        "NSMinCount": .integer(2), "NSMaxCount": .integer(-1), "NSIsOrdered": .boolean(true),
      ])
    writer.set(item, name: "Item", properties: ["parent": parent, "children": children])
    let archived = try ArchivedModel(archive: writer.data())
    #expect(archived.warnings.isEmpty)
    let relationships = try #require(archived.model.entity(named: "Item")).relationships
    #expect(
      relationships.first
        == RelationshipDescription(
          name: "children", destination: "Item", inverse: "parent", minCount: 2, maxCount: 0,
          isOrdered: true, isOptional: false))
    #expect(relationships.last?.inverseName == "children")
    #expect(relationships.last?.isToMany == false)
    #expect(relationships.last.map { "\($0.deleteRule)" } == name)
  }

  @Test func haveConfigurationsAndFetchRequests() throws {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    let request = writer.archive.add(
      class: "NSFetchRequest",
      [
        "NSEntity": item, "NSFetchLimit": .integer(5), "NSBatchSize": .integer(2),
        "NSResultType": .integer(4),
        "NSPredicate": writer.archive.add(class: "NSTruePredicate", [:]),
      ])
    let property = writer.archive.add(
      class: "NSFetchedPropertyDescription",
      [
        "NSPropertyName": writer.archive.add("all"), "NSIsTransient": .boolean(true),
        "NSIsOptional": .boolean(true), "NSFetchRequest": request,
      ])
    writer.set(item, name: "Item", properties: ["all": property])
    let model = writer.model([
      "NSConfigurations": writer.archive.dictionary([
        "Cloud": writer.archive.array([item], class: "NSSet")
      ]),
      "NSFetchRequestTemplates": writer.archive.dictionary(["Five": request]),
    ])
    let archived = try ArchivedModel(archive: writer.archive.data(root: model))
    #expect(archived.warnings.isEmpty)
    #expect(archived.model.configurations == [.init(name: "Cloud", entityNames: ["Item"])])
    var expected = FetchRequestDescription(
      name: "Five", entityName: "Item", predicate: "TRUEPREDICATE")
    (expected.fetchLimit, expected.fetchBatchSize, expected.resultType) = (5, 2, .count)
    #expect(archived.model.fetchRequestTemplates == [expected])
    expected.name = ""
    #expect(
      archived.model.entity(named: "Item")?.fetchedProperties
        == [FetchedPropertyDescription(name: "all", fetchRequest: expected)])
  }

  @Test func mayHaveTheirEntitiesInAPlainDictionary() throws {
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    writer.set(item, name: "Item", properties: [:])
    let entities = writer.archive.dictionary(["Item": item])
    let root = writer.model(["NSEntities": entities])
    #expect(
      try ArchivedModel(archive: writer.archive.data(root: root)).model.entities.map(\.name)
        == ["Item"])
  }

  @Test func areNotOtherArchives() {
    var writer = KeyedArchiveWriter()
    let root = writer.add(class: "NSNull", [:])
    let data = writer.data(root: root)
    #expect(
      throws: ArchiveError.corrupt(reason: "the archive holds no managed object model", offset: nil)
    ) { try ArchivedModel(archive: data) }
    #expect(throws: ArchiveError.self) { try ArchivedModel(modelCache: Data([0xFF])) }
  }
}
