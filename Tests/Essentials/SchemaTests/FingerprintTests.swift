import Testing

@testable import StrataSchema

@Suite struct Fingerprints {
  private func schema(
    _ name: String = "Book", attribute: String = "title", options: [Schema.Attribute.Option] = [],
    isOptional: Bool = false, constraints: [[String]] = [], version: Schema.Version = .init(1, 0, 0)
  ) throws -> Schema {
    let column = ColumnDescription("", .text)
    let property = Schema.Attribute(
      name: attribute, options: options, valueType: String.self,
      columns: [isOptional ? column.optional : column])
    return try Schema(
      entities: [
        Schema.Entity(
          name: name, properties: [.attribute(property)], uniquenessConstraints: constraints)
      ],
      version: version)
  }

  @Test func areTheSameInEachProcess() throws {
    // The number was printed by another process.
    let number = try schema().fingerprint()
    #expect(number == 3_910_553_925_923_075_375)
  }

  @Test func areThoseOfTheRecordedSchema() throws {
    #expect(try schema().fingerprint() == schema().structure().fingerprint())
  }

  @Test func differWithWhatAStoreKnowsOfASchema() throws {
    let schemas = [
      try schema(), try schema("Boot"), try schema(attribute: "name"),
      try schema(options: [.unique]), try schema(options: [.preserveValueOnDeletion]),
      try schema(isOptional: true), try schema(constraints: [["title"]]),
      try schema(version: .init(1, 0, 1)),
    ]
    let prints = try schemas.map { try $0.fingerprint() }
    #expect(Set(prints).count == schemas.count)
  }
}
