public import Foundation
internal import StrataRuntime

extension Schema: Hashable {
  /// Compares versions and entities.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs || (lhs.version == rhs.version && lhs.entities == rhs.entities)
  }

  /// Hashes the version and the entities' names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(entities)
  }
}

extension Schema: Codable {
  /// The version of the form in which schemas are written. Rises when older programs can't read it.
  public var encodingVersion: Version { Self.encodingVersion }

  /// The same as ``encodingVersion``.
  public var schemaEncodingVersion: Version { Self.encodingVersion }

  private static let encodingVersion = Version(1, 0, 0)

  private enum CodingKeys: String, CodingKey {
    case encodingVersion, version, entities, models
  }

  /// Reads a schema and checks it. Model classes come along where the program has all of them, so
  /// that a container can be made of the schema.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let encoding = try container.decode(Version.self, forKey: .encodingVersion)
    guard encoding.major <= Self.encodingVersion.major else {
      throw DecodingError.dataCorruptedError(
        forKey: .encodingVersion, in: container,
        debugDescription: "the schema is written in form \(encoding), which this version can't read"
          + "; it reads up to \(Self.encodingVersion)")
    }
    let models = try container.decodeIfPresent([NamedType].self, forKey: .models)
    let types = models?.compactMap { $0.type as? AnyClass }
    try self.init(
      entities: Entity.entities(container.decode([Entity.Form].self, forKey: .entities)),
      version: container.decode(Version.self, forKey: .version),
      modelTypes: types?.count == models?.count ? types : nil, wasRead: true)
  }

  /// Writes all that the schema says.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities.map { Entity.Form($0) }, forKey: .entities)
    try container.encodeIfPresent(modelTypes?.map { NamedType($0) }, forKey: .models)
  }

  /// Writes the schema to a file, as JSON.
  ///
  /// - Throws: what writing the file throws.
  public func save(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try encoder.encode(self).write(to: url, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` has written.
  ///
  /// - Throws: what reading the file throws, `DecodingError`, ``SchemaError``.
  public static func load(from url: URL) throws -> Schema {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Schema.self, from: Data(contentsOf: url))
  }
}
