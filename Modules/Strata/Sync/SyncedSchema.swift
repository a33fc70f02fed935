import Strata
@_spi(Query) import StrataModel
import StrataQuery

/// The synced part of a container's schema: its classes, in an order in which required relationships can be set.
struct SyncedSchema: Sendable {
  /// The classes, those first to which others have required relationships.
  let order: [Class]
  private let classes: [String: Class]
  private let own: Set<String>
  /// A number that stands for the classes and their properties.
  let name: String

  /// A class that travels.
  struct Class: Sendable {
    let entity: Schema.Entity
    let attributes: [Schema.Attribute]
    /// Of each pair of inverse relationships one, so that a link is in an envelope once: the to-one side, or the one whose
    /// name comes first.
    let links: [Schema.Relationship]
    /// The attributes that are unique together.
    let uniques: [[Schema.Attribute]]

    var name: String { entity.name }
    var root: String { entity.root.name }

    /// The present names of properties, by present and former names: the history has those of its time.
    let names: [String: String]

    /// The names of all synced properties.
    var properties: [String] { attributes.map(\.name) + links.map(\.name) }

    func attribute(_ name: String) -> Schema.Attribute? { attributes.first { $0.name == name } }
    func link(_ name: String) -> Schema.Relationship? { links.first { $0.name == name } }
  }

  /// - Throws: ``SyncError/missingModels``.
  init(_ schema: Schema) throws(SyncError) {
    let own = Set(Schema.syncModels.map { "\($0)" })
    self.own = own
    guard own.allSatisfy({ schema.entitiesByName[$0] != nil }) else { throw .missingModels }
    let entities = schema.entities.filter { !own.contains($0.name) }
    let classes = entities.map { Class($0, in: schema) }
    let byName = Dictionary(uniqueKeysWithValues: classes.map { ($0.name, $0) })
    self.classes = byName
    var order: [Class] = []
    var visited: Set<String> = []
    func visit(_ one: Class, _ classes: [String: Class]) {
      guard visited.insert(one.name).inserted else { return }
      for link in one.links where link.isToOne && !link.isOptional {
        let destination = schema.entitiesByName[link.destination]
        for entity in destination.map({ schema.subentities(of: $0) }) ?? [] {
          if let target = classes[entity.name] { visit(target, classes) }
        }
      }
      order.append(one)
    }
    for one in classes { visit(one, byName) }
    self.order = order
    var digest = Digest128()
    for one in classes {
      digest.combine(one.name)
      for attribute in one.attributes { digest.combine("\(attribute.name) \(attribute.columns)") }
      for link in one.links { digest.combine("\(link.name) \(link.destination) \(link.isToOne)") }
    }
    name = digest.uuid.uuidString
  }

  /// True if the program has a class or a property, such as `Stop` or `Trip.rating`.
  func hasName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let one = parts.first.flatMap({ self[$0] }) else { return false }
    return parts.count == 1 || one.names[parts[1]] != nil
  }

  /// True for the classes in which sync records what it knows.
  func isOfSync(_ entity: String) -> Bool { own.contains(entity) }

  /// The name of a class's root class.
  func root(of entity: String) -> String { classes[entity]?.root ?? entity }

  subscript(_ entity: String) -> Class? { classes[entity] }

  /// The root classes in order: each object is of one of them.
  var roots: [Class] { order.filter { $0.entity.superentity == nil } }
}

extension SyncedSchema.Class {
  fileprivate init(_ entity: Schema.Entity, in schema: Schema) {
    self.entity = entity
    attributes = entity.attributes.filter { !$0.isEphemeral }
    links = entity.relationships.filter { link in
      guard let inverseName = link.inverseName,
        let destination = schema.entitiesByName[link.destination],
        let inverse = destination.relationships.first(where: { $0.name == inverseName })
      else { return true }
      let owner = link.declaringEntity ?? entity.name
      let other = inverse.declaringEntity ?? destination.name
      if link.isToOne != inverse.isToOne { return link.isToOne }
      if link.isToOne, link.isOptional != inverse.isOptional { return !link.isOptional }
      return (owner, link.name) <= (other, inverseName)
    }
    names = Dictionary(
      entity.properties.map { ($0.originalName, $0.name) }
        + entity.properties.map { ($0.name, $0.name) }
    ) { $1 }
    let all = attributes
    uniques =
      all.filter(\.isUnique).map { [$0] }
      + entity.uniquenessConstraints.compactMap { names in
        let found = names.compactMap { name in all.first { $0.name == name } }
        return found.count == names.count ? found : nil
      }
  }
}

/// The 128-bit hash FNV-1a of Fowler, Noll and Vo (RFC 9923), which depends on its input alone.
struct Digest128 {
  private var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
  }

  /// The number as a UUID of version 8 (RFC 9562), whose other bits are the program's.
  var uuid: UUID {
    var bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
