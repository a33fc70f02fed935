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
  /// The version of the encoded form.
  ///
  /// It changes when older programs can't decode a schema any more.
  public var encodingVersion: Version { Self.encodingVersion }

  /// A synonym of ``encodingVersion``.
  public var schemaEncodingVersion: Version { Self.encodingVersion }

  private static let encodingVersion = Version(1, 0, 0)

  private enum CodingKeys: String, CodingKey {
    case encodingVersion, version, entities, models
  }

  /// Decodes a schema and checks it.
  ///
  /// If the program has all model classes of the schema, the result includes them, so that you can
  /// create a container with it.
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

  /// Encodes the version, the entities and the names of the model classes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities.map { Entity.Form($0) }, forKey: .entities)
    try container.encodeIfPresent(modelTypes?.map { NamedType($0) }, forKey: .models)
  }

  /// Saves the schema to a file, as JSON.
  ///
  /// - Throws: An error of writing the file.
  public func save(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    try encoder.encode(self).write(to: url, options: .atomic)
  }

  /// Loads a schema from a file that ``save(to:)`` has written.
  ///
  /// - Throws: An error of reading the file, `DecodingError` or ``SchemaError``.
  public static func load(from url: URL) throws -> Schema {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Schema.self, from: Data(contentsOf: url))
  }
}
