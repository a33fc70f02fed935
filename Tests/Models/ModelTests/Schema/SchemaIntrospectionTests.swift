import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct SchemaIntrospection {
  let schema: Schema
  let reading: Schema.Entity

  init() throws {
    schema = Schema(MeterReading.self, version: .init(1, 2, 0))
    reading = try #require(schema.entitiesByName["MeterReading"])
  }

  @Test func listsPropertiesAsWhatTheyAre() throws {
    #expect(
      reading.storedProperties.map(\.name)
        == ["code", "grade", "limit", "moment", "note", "words", "station"])
    #expect(reading.storedProperties.filter { $0 is Schema.Relationship }.count == 1)
    #expect(reading.properties.filter(\.isRelationship).map(\.name) == ["station"])
    #expect(reading.storedPropertiesByName["note"]?.isOptional == true)
    #expect(reading.uniquenessConstraints == [["station", "moment"]])
    #expect(reading.indices == [["grade"]])
    #expect(schema.entity(for: MeterReading.self) === reading)
  }

  @Test func tellsOfAttributes() throws {
    let attributes = reading.attributesByName
    let code = try #require(attributes["code"])
    #expect(code.isUnique && code.originalName == "label" && code.valueType == String.self)
    #expect(code.options == [.unique] && !code.isTransient && !code.isTransformable)
    #expect(attributes["grade"]?.hashModifier == "2")
    #expect(attributes["note"]?.valueType == String?.self)
  }

  @Test func tellsDefaultsAsTheirTypes() {
    let attributes = reading.attributesByName
    #expect(attributes["code"]?.defaultValue as? String == "none")
    #expect(attributes["grade"]?.defaultValue as? MeterGrade == .low)
    #expect(attributes["limit"]?.defaultValue as? Double == .infinity)
    #expect(
      attributes["moment"]?.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 60))
    #expect(attributes["words"]?.defaultValue as? [String] == ["a", "b"])
    #expect(attributes["note"]?.defaultValue == nil)
  }

  @Test func tellsOfRelationships() throws {
    let station = try #require(reading.relationshipsByName["station"])
    #expect(station.isToOneRelationship && station.isUnique && station.isOptional)
    #expect(station.originalName == "place" && station.hashModifier == "x")
    #expect(station.destination == "MeterStation" && station.inverseName == "readings")
    #expect(
      station.keypath == \MeterReading.station && station.inverseKeyPath == \MeterStation.readings)
    #expect("\(station.valueType)" == "Optional<MeterStation>")
    let readings = try #require(
      schema.entitiesByName["MeterStation"]?.relationshipsByName["readings"])
    #expect(readings.deleteRule == .cascade && !readings.isToOneRelationship)
    #expect(readings.minimumModelCount == 1 && readings.maximumModelCount == 9)
  }

  @Test func takesAttributesOfSeveralColumnsApart() throws {
    let parts = [
      ColumnDescription("x", .real), ColumnDescription("label", .text, isOptional: true),
    ]
    let point = Schema.Attribute(name: "point", valueType: String.self, columns: parts)
    let composite = try #require(point.composite)
    #expect(composite.name == "point" && composite.properties.map(\.name) == ["x", "label"])
    #expect(composite.properties.map(\.isOptional) == [false, true])
    #expect(composite.properties.first.map { "\($0.valueType)" } == "Double")
    #expect(reading.attributes.allSatisfy { $0.composite == nil })
  }

  @Test func survivesJSON() throws {
    let folder = try TemporaryFolder()
    try schema.save(to: folder.file())
    let copy = try Schema.load(from: folder.file())
    #expect(copy == schema && copy.hashValue == schema.hashValue)
    #expect(copy.version == .init(1, 2, 0) && copy.encodingVersion == schema.encodingVersion)
    #expect(copy.entitiesByName["MeterReading"]?.attributesByName["moment"]?.valueType == Date.self)
  }

  @Test func survivesJSONWithItsHierarchies() throws {
    let schema = Schema(FlowMeter.self)
    let data = try JSONEncoder().encode(schema)
    let copy = try JSONDecoder().decode(Schema.self, from: data)
    #expect(copy == schema)
    let meter = try #require(copy.entity(for: FlowMeter.self))
    #expect(meter.superentity === copy.entity(for: AnyMeter.self))
    #expect(meter.storedPropertiesByName.keys.sorted() == ["unit"])
    #expect(meter.attributesByName.keys.sorted() == ["limit", "number", "unit"])
    let alone = try JSONDecoder().decode(
      Schema.Entity.self, from: JSONEncoder().encode(meter))
    #expect(alone == meter && alone.lineage.map(\.name) == ["AnyMeter", "FlowMeter"])
  }

  @Test func makesAContainerOfAReadSchema() throws {
    let folder = try TemporaryFolder()
    try schema.save(to: folder.file())
    let container = try ModelContainer(
      for: Schema.load(from: folder.file()),
      configurations: .temporary)
    let context = ModelContext(container)
    context.insert(MeterReading())
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<MeterReading>()) == 1)
  }

  @Test func refusesASchemaOfALaterForm() throws {
    let text = #"{"encodingVersion":{"major":9,"minor":0,"patch":0},"version":{},"entities":[]}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    }
  }

  @Test func differsWhereAnEntityDoes() throws {
    #expect(schema != Schema(MeterStation.self))
    #expect(schema == Schema(MeterStation.self, version: .init(1, 2, 0)))
  }

  @Test func givesTheMacrosArguments() throws {
    let metadata = Dictionary(
      uniqueKeysWithValues: MeterReading.schemaMetadata.map { ($0.name, $0) })
    #expect((metadata["code"]?.metadata as? Schema.Attribute)?.options == [.unique])
    #expect((metadata["station"]?.metadata as? Schema.Relationship)?.originalName == "place")
    #expect(
      metadata["note"]?.metadata == nil && metadata["code"]?.defaultValue as? String == "none")
    let own = Schema.PropertyMetadata(
      name: "code", keypath: \MeterReading.code, defaultValue: "x",
      metadata: Schema.Attribute(.unique))
    #expect(own.keypath == \MeterReading.code && own.defaultValue as? String == "x")
    #expect(own.metadata?.isUnique == true)
  }
}
