import Foundation
import StrataDescriptions
import StrataModelFiles
import Testing

@Suite struct ModelFileWriting {
  @Test(arguments: ModelFileFixtures.own)
  func writesWhatWasRead(_ file: ModelFileFixtures.File) throws {
    let document = try ModelDocument(contents: file.contents)
    #expect(try document.contents() == String(decoding: file.contents, as: UTF8.self))
  }

  /// Files that someone has changed by hand can have another order, but nothing else may be different.
  @Test(arguments: ModelFileFixtures.all)
  func losesNothing(_ file: ModelFileFixtures.File) throws {
    var document = try ModelDocument(contents: file.contents)
    var again = try ModelDocument(contents: Data(document.contents().utf8))
    document.warnings = []
    again.warnings = []
    #expect(again == document)
  }

  @Test func changesOnlyWhatWasChanged() throws {
    var document = try ModelDocument(contents: Data(ModelFileFixtures.oldEditor.utf8))
    var note = try #require(document.model.entities.first)
    guard case .attribute(var size) = try #require(note.properties.last) else { return }
    size.defaultValue = .double(2.5)
    note.properties[2] = .attribute(size)
    note.properties.append(.attribute(AttributeDescription(name: "text", type: .string)))
    document.model.entities = [note]
    let before = ModelFileFixtures.oldEditor.split(separator: "\n")
    let after = try document.contents().split(separator: "\n")
    #expect(
      after.difference(from: before).insertions.count == 2
        && after.difference(from: before).removals.count == 1)
    #expect(
      after.contains {
        $0.contains("name=\"size\"") && $0.contains("defaultValueString=\"2.5\" syncable=\"YES\"/>")
      })
    #expect(
      after.contains("        <attribute name=\"text\" optional=\"YES\" attributeType=\"String\"/>")
    )
  }

  @Test func writesModelsThatWereBuilt() throws {
    let model = ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Émile <&> \"co\"", managedObjectClassName: "E",
          properties: [
            .attribute(
              AttributeDescription(name: "a", type: .integer64, defaultValue: .integer(-3))),
            .relationship(
              RelationshipDescription(name: "r", destination: "Émile <&> \"co\"", maxCount: 1)),
          ])
      ], versionIdentifiers: ["1"])
    let text = try ModelDocument(model: model).contents()
    let document = try ModelDocument(contents: Data(text.utf8))
    #expect(document.model == model)
    #expect(document.warnings == [])
    #expect(
      text.contains(
        "<entity name=\"Émile &lt;&amp;&gt; &quot;co&quot;\" representedClassName=\"E\""))
  }

  @Test func refusesSeveralIdentifiers() {
    let document = ModelDocument(model: ManagedObjectModel(versionIdentifiers: ["2", "1"]))
    let error = #expect(throws: ModelFileError.self) { try document.contents() }
    #expect("\(error, default: "")".contains("the model has [\"1\", \"2\"]; leave one"))
  }

  @Test(arguments: [
    (AttributeType.binaryData, AttributeValue.data(Data([1]))), (.string, .integer(1)),
    (.integer16, .integer(70_000)), (.double, .double(.infinity)), (.decimal, .decimal(.nan)),
    (.date, .double(1)),
    (.transformable, .string("x")), (.boolean, .integer(1)),
  ])
  func refusesValuesThatNoFileHas(_ type: AttributeType, _ value: AttributeValue) {
    let attribute = AttributeDescription(name: "a", type: type, defaultValue: value)
    let entity = EntityDescription(name: "E", properties: [.attribute(attribute)])
    let document = ModelDocument(model: ManagedObjectModel(entities: [entity]))
    let error = #expect(throws: ModelFileError.self) { try document.contents() }
    #expect("\(error, default: "")".contains("the default of “E.a” is"))
  }

  /// Foundation traps where it makes a text of such a date, so it is no argument.
  @Test func refusesDatesThatAreNone() {
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    let attribute = AttributeDescription(name: "a", type: .date, defaultValue: .date(date))
    let entity = EntityDescription(name: "E", properties: [.attribute(attribute)])
    let document = ModelDocument(model: ManagedObjectModel(entities: [entity]))
    #expect(throws: ModelFileError.self) { try document.contents() }
  }

  @Test(arguments: [
    (
      AttributeType.decimal,
      AttributeValue.decimal(Decimal(sign: .minus, exponent: -20, significand: 123))
    ),
    (.decimal, .decimal(Decimal(sign: .plus, exponent: 100, significand: 7))),
    (.decimal, .decimal(0)),
    (.double, .double(1e300)), (.double, .double(-0.1)), (.float, .double(0.1)),
    (.integer64, .integer(.min)), (.date, .date(Date(timeIntervalSinceReferenceDate: 1e12 + 0.25))),
    (.string, .string("")), (.string, .string(" ")), (.uuid, .uuid(UUID())),
    (.boolean, .boolean(true)),
  ])
  func keepsValues(_ type: AttributeType, _ value: AttributeValue) throws {
    let attribute = AttributeDescription(name: "a", type: type, defaultValue: value)
    let entity = EntityDescription(name: "E", properties: [.attribute(attribute)])
    let document = ModelDocument(model: ManagedObjectModel(entities: [entity]))
    let again = try ModelDocument(contents: Data(document.contents().utf8))
    #expect(again.model == document.model)
    #expect(again.warnings == [])
  }

  @Test(arguments: ["\u{0}", "bell \u{7}", "\u{FFFE}", "\u{FFFF}"])
  func refusesTextThatNoXMLHas(_ name: String) {
    let document = ModelDocument(
      model: ManagedObjectModel(entities: [EntityDescription(name: name)]))
    #expect(throws: ModelFileError.self) { try document.contents() }
  }

  @Test func keepsOtherUnusualText() throws {
    for text in [
      "\u{FFFD} \u{FEFF}x", "𝄞 \u{200D}", "tab\tline\nreturn\rend", "  spaces  ", "'quoted'", "]]>",
    ] {
      let model = ManagedObjectModel(entities: [
        EntityDescription(name: "A", userInfo: [text: text])
      ])
      let written = try ModelDocument(model: model).contents()
      #expect(
        try ModelDocument(contents: Data(written.utf8)).model == model, "\(text.debugDescription)")
    }
  }
}
