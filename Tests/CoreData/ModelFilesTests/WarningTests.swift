import Foundation
import StrataDescriptions
import StrataModelFiles
import Testing

@Suite struct ModelFileWarnings {
  private func document(_ lines: String) throws -> ModelDocument {
    try ModelDocument(contents: Data(ModelFileFixtures.model(lines).utf8))
  }

  private func attribute(_ text: String) throws -> (AttributeDescription?, [ModelFileWarning]) {
    let document = try document("<entity name=\"A\">\n<attribute name=\"a\" \(text)/>\n</entity>")
    return (document.model.entities.first?.attributes.first, document.warnings)
  }

  @Test func nameWhatIsUnknown() throws {
    let document = try document(
      """
      <entity name="A" glow="YES">
        <future name="b"><attribute name="inside" attributeType="None"/></future>
        <attribute name="a" attributeType="String" shine="YES"><userInfo mood="good"/></attribute>
      </entity>
      <novelty/>
      """)
    #expect(
      document.warnings.map(\.description) == [
        "3: the attribute “glow” of “entity” isn't known",
        "4: the element “future” in “entity” isn't known and is left out",
        "5: the attribute “mood” of “userInfo” isn't known and is left out",
        "5: the attribute “shine” of “attribute” isn't known",
        "7: the element “novelty” in “model” isn't known and is left out",
      ])
    #expect(document.model.entities.first?.properties.map(\.name) == ["a"])
  }

  @Test(arguments: [
    (
      "attributeType=\"Integer 16\" defaultValueString=\"40000\"",
      "“40000”, which isn't a value of the type"
    ),
    ("attributeType=\"Integer 32\" defaultValueString=\"1.5\"", "“1.5”, which isn't a value"),
    ("attributeType=\"Integer 64\" defaultValueString=\"9223372036854775808\"", "isn't a value"),
    ("attributeType=\"Double\" defaultValueString=\"1e999\"", "isn't a value of the type Double"),
    ("attributeType=\"Double\" defaultValueString=\"nan\"", "isn't a value of the type Double"),
    ("attributeType=\"Float\" defaultValueString=\"1e60\"", "isn't a value of the type Float"),
    ("attributeType=\"Decimal\" defaultValueString=\"12abc\"", "isn't a value of the type Decimal"),
    (
      "attributeType=\"Boolean\" defaultValueString=\"perhaps\"",
      "isn't a value of the type Boolean"
    ),
    ("attributeType=\"UUID\" defaultValueString=\"1\"", "isn't a value of the type UUID"),
    ("attributeType=\"Date\" defaultValueString=\"now\"", "isn't a value of the type Date"),
    ("attributeType=\"Date\" defaultDateTimeInterval=\"now\"", "isn't a number of seconds"),
    ("attributeType=\"String\" defaultDateTimeInterval=\"1\"", "the type String isn't Date"),
    ("attributeType=\"Binary\" defaultValueString=\"x\"", "isn't a value of the type Binary"),
  ])
  func leaveDefaultsOutThatArentOfTheType(_ text: String, _ message: String) throws {
    let (attribute, warnings) = try attribute(text)
    #expect(attribute != nil && attribute?.defaultValue == nil)
    #expect(warnings.count == 1 && warnings.first?.line == 4)
    #expect(warnings.first?.message.contains(message) == true, "\(warnings)")
  }

  @Test(arguments: [
    ("attributeType=\"Boolean\" minValueString=\"1\"", "no such limit"),
    ("attributeType=\"String\" maxValueString=\"many\"", "isn't a value of the type Integer 64"),
    (
      "attributeType=\"Integer 16\" maxValueString=\"70000\"",
      "isn't a value of the type Integer 16"
    ),
  ])
  func leaveLimitsOutThatArentOfTheType(_ text: String, _ message: String) throws {
    let (attribute, warnings) = try attribute(text)
    #expect(attribute?.minimumValue == nil && attribute?.maximumValue == nil)
    #expect(warnings.map(\.line) == [4])
    #expect(warnings.first?.message.contains(message) == true, "\(warnings)")
  }

  @Test(arguments: [
    ("attributeType=\"Integer 32\" defaultValueString=\"NO\"", AttributeValue.integer(0), 1),
    ("attributeType=\"Integer 32\" defaultValueString=\"YES\"", .integer(1), 1),
    ("attributeType=\"Integer 64\" defaultValueString=\"0.0\"", .integer(0), 0),
    ("attributeType=\"Integer 64\" defaultValueString=\"-7.00\"", .integer(-7), 0),
    ("attributeType=\"Integer 16\" defaultValueString=\"-32768\"", .integer(-32768), 0),
    ("attributeType=\"Boolean\" defaultValueString=\"1\"", .boolean(true), 0),
    ("attributeType=\"Boolean\" defaultValueString=\"0\"", .boolean(false), 0),
    ("attributeType=\"Double\" defaultValueString=\"-1e3\"", .double(-1000), 0),
    ("attributeType=\"Decimal\" defaultValueString=\".5\"", .decimal(Decimal(5) / 10), 0),
  ])
  func areGivenOnlyWhereAValueIsGuessed(_ text: String, _ value: AttributeValue, _ count: Int)
    throws
  {
    let (attribute, warnings) = try attribute(text)
    #expect(attribute?.defaultValue == value)
    #expect(warnings.count == count)
  }

  @Test func nameFlagsThatAreNeither() throws {
    let (attribute, warnings) = try attribute("attributeType=\"String\" optional=\"maybe\"")
    #expect(attribute?.isOptional == false)
    #expect(warnings.map(\.description).first?.contains("4: optional is “maybe”") == true)
  }

  @Test func nameWhatIsContradictory() throws {
    let document = try document(
      """
      <entity name="A">
        <attribute name="a" attributeType="String" derived="YES"/>
        <attribute name="b" attributeType="String" derivationExpression="a"/>
        <relationship name="c" toMany="YES" maxCount="1" destinationEntity="A"/>
        <relationship name="d" maxCount="7" destinationEntity="A"/>
        <relationship name="e" destinationEntity="A" inverseName="e" inverseEntity="Z"/>
        <fetchIndex name="f"><fetchIndexElement property="a" type="Value" order="random"/></fetchIndex>
        <userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo>
      </entity>
      <fetchRequest name="g" entity="A" resultType="3"/>
      <elements><element name="A" positionX="left" positionY="0" width="0" height="0"/></elements>
      """)
    #expect(document.warnings.map(\.line) == [4, 5, 6, 7, 8, 9, 9, 10, 12, 13])
    let entity = try #require(document.model.entities.first)
    #expect(!entity.attributes.contains { $0.isDerived })
    #expect(entity.relationships.map(\.maxCount) == [1, 1, 1])
    #expect(entity.userInfo == ["k": "2"])
  }

  @Test func letInversesBelongToAnEntityAbove() throws {
    let document = try document(
      """
      <entity name="Animal"><relationship name="owner" maxCount="1" destinationEntity="Owner"/></entity>
      <entity name="Dog" parentEntity="Animal"/>
      <entity name="Owner">
        <relationship name="dog" maxCount="1" destinationEntity="Dog" inverseName="owner"
          inverseEntity="Animal"/>
      </entity>
      """)
    #expect(document.warnings == [])
  }
}
