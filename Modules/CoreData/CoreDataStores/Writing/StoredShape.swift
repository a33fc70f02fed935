import StrataDescriptions
import StrataSchema

/// The parts of a model that determine a store's tables and links. Models with equal shapes fit the
/// same store.
struct StoredShape: Hashable {
  private let entities: [String: Entity]

  private struct Entity: Hashable {
    let parent: String?
    let attributes: [String: Attribute]
    let links: [String: Link]
  }

  private struct Attribute: Hashable {
    let type: AttributeType
    let isExternal: Bool
    let elements: [String: Attribute]

    init(_ attribute: AttributeDescription) {
      type = attribute.type
      isExternal = attribute.allowsExternalBinaryDataStorage
      elements = Dictionary(
        attribute.elements.map { ($0.name, Attribute($0)) }, uniquingKeysWith: { one, _ in one })
    }
  }

  private struct Link: Hashable {
    let destination: String?
    let inverse: String?
    let isToMany: Bool
    let isOrdered: Bool
  }

  init(_ model: ManagedObjectModel) {
    entities = model.entitiesByName.mapValues { entity in
      Entity(
        parent: entity.superentityName,
        attributes: Dictionary(
          entity.attributes.filter { !$0.isTransient }.map { ($0.name, Attribute($0)) },
          uniquingKeysWith: { one, _ in one }),
        links: Dictionary(
          entity.relationships.filter { !$0.isTransient }.map {
            (
              $0.name,
              Link(
                destination: $0.destinationEntityName, inverse: $0.inverseName,
                isToMany: $0.isToMany, isOrdered: $0.isOrdered)
            )
          }, uniquingKeysWith: { one, _ in one }))
    }
  }
}
